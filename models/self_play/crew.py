"""`Crew`: several actors that play for one learner, in this process or in others.

The actors' games depend on the orders and on the number of actors, not on where they run: orders
are followed in turn, and what is played is collected in the order in which it was ordered.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
import torch

from models.environments.two_player_game import MAX_SEED
from models.self_play.acting import Actor, Order, Played
from models.self_play.checkpoint import part, prefixed
from models.self_play.config import SelfPlayConfig
from models.self_play.environment import BuildAndPlay
from models.self_play.unrolls import Unrolls
from models.surrogates.dense import one_thread

_COUNTED = ("opponents", "outcomes", "heroes", "decks", "n_decks")


@dataclass(frozen=True)
class CrewPlan:
    """How to make the actors, which share the games; it can be sent to another process."""

    config: SelfPlayConfig
    seed: int
    device: str = "cpu"

    def actor(self, number: int) -> Actor:
        """Return an actor, from number 0 on."""
        of_games, of_draws = np.random.SeedSequence((self.seed, number)).spawn(2)
        seed = int(of_games.generate_state(1, np.uint64)[0]) & MAX_SEED
        n_games = self.config.games // self.config.actors
        games = BuildAndPlay(self.config.environment, n_games, seed, threads=1)
        return Actor(self.config, games, of_draws, self.device)


class Crew:
    """Actors in this process, or each in one of its own (`has_processes`), with the same results.

    `n_waiting` counts orders whose result has not been collected.
    """

    def __init__(self, plan: CrewPlan, has_processes: bool = False) -> None:
        kind: type[_Remote] | type[_Local] = _Remote if has_processes else _Local
        self.actors: list[_Remote | _Local] = [kind(plan, i) for i in range(plan.config.actors)]
        self.settled: deque[Played] = deque()  # collected before a state was taken
        self.n_waiting = 0
        self.n_copies = 0  # known to the actors

    def ask(self, order: Order) -> None:
        """Let the actors play; the order has all copies of the history."""
        share = order.n_rows // len(self.actors)
        new = order.copies[self.n_copies :]
        self.n_copies = len(order.copies)
        for actor in self.actors:
            actor.send("follow", replace(order, n_rows=share, copies=new))
        self.n_waiting += 1

    def collect(self) -> Played:
        """Return what was played by the oldest order; wait for it if necessary."""
        self.n_waiting -= 1
        return self.settled.popleft() if self.settled else self._received()

    def _received(self) -> Played:
        return _joined([actor.receive() for actor in self.actors])

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues; waits for all orders."""
        while len(self.settled) < self.n_waiting:
            self.settled.append(self._received())
        found: dict[str, np.ndarray] = {}
        for number, actor in enumerate(self.actors):
            actor.send("state")
            found |= prefixed(actor.receive(), f"actor{number}.")
        for i, played in enumerate(self.settled):
            found |= prefixed(_played_state(played), f"settled{i}.")
        return found | {"n_settled": np.array(len(self.settled))}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a new crew of the same plan."""
        for number, actor in enumerate(self.actors):
            actor.send("restore", part(state, f"actor{number}."))
            actor.receive()
        self.n_waiting = int(state["n_settled"])
        for i in range(self.n_waiting):
            self.settled.append(_played_from(part(state, f"settled{i}.")))

    def close(self) -> None:
        """End all processes."""
        for actor in self.actors:
            actor.close()


def _joined(parts: list[Played]) -> Played:
    """What several actors played by one order."""

    def each(name: str) -> list[Any]:
        return [getattr(part, name) for part in parts]

    unrolls, n_decisions = Unrolls.join(each("unrolls")), sum(each("n_decisions"))
    joined = {name: np.concatenate(each(name)) for name in _COUNTED[:3]}
    summed = {name: np.sum(each(name), axis=0) for name in _COUNTED[3:]}
    return Played(unrolls, n_decisions=n_decisions, **joined, **summed)


def _played_state(played: Played) -> dict[str, np.ndarray]:
    return {
        "steps": played.unrolls.steps,
        "memory": played.unrolls.memory,
        "n_decisions": np.array(played.n_decisions),
        **{name: getattr(played, name) for name in _COUNTED},
    }


def _played_from(state: Mapping[str, np.ndarray]) -> Played:
    counted = {name: state[name] for name in _COUNTED}
    unrolls, n_decisions = Unrolls(state["steps"], state["memory"]), int(state["n_decisions"])
    return Played(unrolls, n_decisions=n_decisions, **counted)


def _do(actor: Actor, what: str, *arguments: Any) -> Any:
    """What an actor replies to a message."""
    with one_thread():
        return getattr(actor, what)(*arguments)


class _Local:
    """An actor in this process, which does at once what it is sent."""

    def __init__(self, plan: CrewPlan, number: int) -> None:
        self.actor = plan.actor(number)
        self.replies: deque[Any] = deque()

    def send(self, *message: Any) -> None:
        self.replies.append(_do(self.actor, *message))

    def receive(self) -> Any:
        return self.replies.popleft()

    def close(self) -> None:
        self.replies.clear()


class _Remote:
    """An actor in a process of its own."""

    def __init__(self, plan: CrewPlan, number: int) -> None:
        context = get_context("spawn")  # a fork would copy torch's threads
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, plan, number), daemon=True)
        self.process.start()
        other.close()  # so that its end is seen here

    def send(self, *message: Any) -> None:
        with _expecting_a_process():
            self.pipe.send(message)

    def receive(self) -> Any:
        with _expecting_a_process():
            reply = self.pipe.recv()
        if isinstance(reply, Exception):
            raise reply
        return reply

    def close(self) -> None:
        self.pipe.close()  # which ends it
        self.process.join()


@contextmanager
def _expecting_a_process() -> Iterator[None]:
    try:
        yield
    except (EOFError, ConnectionError):
        raise RuntimeError("a process of actors has ended; run the same command again") from None


def _serve(pipe: Connection, plan: CrewPlan, number: int) -> None:
    """The main function of an actor's process: reply until the other end is closed.

    A thread takes messages as they come. Otherwise, this process and the learner's could both wait
    until the other one reads: orders and replies are larger than what a pipe holds.
    """
    torch.set_num_threads(1)
    messages: SimpleQueue[tuple | None] = SimpleQueue()
    Thread(target=_take, args=(pipe, messages), daemon=True).start()
    actor = plan.actor(number)
    while (message := messages.get()) is not None:
        try:
            pipe.send(_do(actor, *message))
        except ConnectionError:
            return  # nobody waits for the reply
        except Exception as error:  # raised again where it was ordered
            pipe.send(error)


def _take(pipe: Connection, messages: "SimpleQueue[tuple | None]") -> None:
    """Pass messages on until the other end is closed; None comes after the last one."""
    try:
        while True:
            messages.put(pipe.recv())
    except (EOFError, OSError):
        messages.put(None)
