"""Lists of named things: `patches`, `presets`."""

import json
from collections.abc import Mapping

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
        from flows.questions.settings import keys

        known: Mapping[str, Config] = presets.TRAININGS if self.training else presets.PRESETS
        if self.name is None and not self.keys:
            summaries = presets.TRAINING_SUMMARIES if self.training else presets.SUMMARIES
            return Answer("\n".join(f"{name:<8} {text}" for name, text in summaries.items()))
        lines = []
        for key, field, value in keys(known[self.name or "paper"]):
            if self.training and key == "player.scorer":
                continue  # the training produces it
            bounds = allowed_range(field)
            notes = " ".join(filter(None, (field.description, bounds and f"({bounds})")))
            lines.append(f"{key} = {json.dumps(value, default=str)}")
            lines += [f"    {notes}"] if notes else []
        return Answer("\n".join(lines))
