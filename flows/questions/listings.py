"""Lists of named things: `patches`, `presets`."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic.fields import FieldInfo

from flows.questions.question import Answer, Preset, Question, setting
from models.settings.config import Config, allowed_range


class Patches(Question):
    """List the patches of cards, or print one as a file."""

    name: str | None = setting(None, "Patch to print, or file to check.", word="NAME")

    def answer(self) -> Answer:
        """One line per patch, or the content of one."""
        from models.settings.patches import as_yaml, find_patch, named_patch, patch_names

        if self.name is not None:
            return Answer(as_yaml(find_patch(self.name)))
        patches = {name: named_patch(name) for name in patch_names()}
        lines = [
            f"{name:<19} {patch.description or patch.describe()}" for name, patch in patches.items()
        ]
        return Answer("\n".join(lines))


class Presets(Question):
    """List the presets, or the settings of one."""

    name: Preset | None = setting(None, "Preset to print.", word="NAME")
    training: bool = setting(False, "Use the presets of train-player.")
    keys: bool = setting(False, "Print all settings with their ranges.")

    def answer(self) -> Answer:
        """One line per preset, or per setting."""
        from flows.questions import presets
        from flows.questions.settings import keys, keys_of_other_kinds

        known: Mapping[str, Config] = presets.TRAININGS if self.training else presets.PRESETS
        if self.name is None and not self.keys:
            summaries = presets.TRAINING_SUMMARIES if self.training else presets.SUMMARIES
            return Answer("\n".join(f"{name:<8} {text}" for name, text in summaries.items()))
        config = known[self.name or "paper"]
        lines = [line for each in keys(config) for line in self._lines(*each)]
        for kind, own in keys_of_other_kinds(config):
            lines += ["", f"with {kind} also:"]
            lines += [line for each in own for line in self._lines(*each)]
        return Answer("\n".join(lines))

    def _lines(self, key: str, field: FieldInfo, value: Any) -> Iterator[str]:
        if self.training and key == "player.scorer":
            return  # the training produces it
        bounds = allowed_range(field)
        notes = " ".join(filter(None, (field.description, bounds and f"({bounds})")))
        yield f"{key} = {json.dumps(value, default=str)}"
        if notes:
            yield f"    {notes}"
