"""Train a network by PPO in one seat among bots, in one file with PyTorch.

    python examples/train_ppo_torch.py auction-pitch --minutes 5 --seed 1 --out runs/pitch-1

The opponents play inside compiled code, so that the learner sees only its own turns. The learner's seat is drawn for
every deal. The folder gets `log.jsonl`, with one line for each update, and at the end `weights.npz`, which the player
`learned:Learned` uses (see learned.py). Install PyTorch with `pip install torch`. The code of the warm start,
`--imitate`, is in imitating.py.

Schulman and others, "Proximal policy optimization algorithms", 2017; one file to be read from top to bottom, as in
Huang and others, "CleanRL: high-quality single-file implementations of deep reinforcement learning algorithms", 2022.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from imitating import imitate
from numpy.typing import NDArray
from torch import Tensor, nn

from saleroom.envs import one_learner
from saleroom.envs.features import Features
from saleroom.envs.one_learner import OneLearner

LOG, WEIGHTS = "log.jsonl", "weights.npz"
RATE = 1e-3  # learning rate; it falls to 0 by the end
TRUST = 0.95  # the lambda of the advantages; nothing is discounted within a deal
CLIP = 0.2  # clipping range of the probability ratio
VALUE, ENTROPY = 0.5, 0.01  # weights of the value's error and of the entropy, relative to the policy's loss
ROUNDS, BATCH = 3, 2048  # passes of an update over its decisions, and decisions in a batch
NEVER = -1e9  # the logit of an illegal action


class Net(nn.Module):
    """Network of two hidden layers, with a logit for each action and the expected score of the rest of the deal."""

    def __init__(self, features: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the actions, shape (rows, actions), and the values, shape (rows,)."""
        told = self.body(seen)
        logits = self.policy(told).masked_fill(~masks, NEVER)
        return logits.log_softmax(1), self.value(told).squeeze(1)


class Rollout(NamedTuple):
    """Some steps of every episode. All tensors have the shape (steps, episodes, …)."""

    seen: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    """Log-probability of each action under the network that drew it."""
    values: Tensor
    rewards: Tensor
    ended: Tensor


Aim = Callable[[OneLearner], NDArray[np.float32]]
"""Function that returns the learner's reward for the last step in every episode, shape (episodes,)."""


def ahead(env: OneLearner) -> NDArray[np.float32]:
    """Return each episode's reward: at the end of a deal, the score minus the other seats' mean score, else 0."""
    rows, brought = env.final_observations(), np.zeros(env.num_envs, np.float32)
    scores = env.layout.split(rows)["scores"]
    own = np.take_along_axis(scores, rows[:, :1], 1)[:, 0]  # the first number of a row is the observer's seat
    brought[env.ended] = own - (scores.sum(1) - own) / (scores.shape[1] - 1)
    return brought


AIMS: dict[str, Aim] = {"ahead": ahead, "score": lambda env: env.rewards}


def collect(
    env: OneLearner, features: Features, net: Net, steps: int, scale: float, aim: Aim = ahead
) -> tuple[Rollout, Tensor]:
    """Play `steps` steps with the network, with rewards in units of `scale`; also return the values after the last
    step.
    """
    kept = []
    with torch.no_grad():
        for _ in range(steps):
            seen, masks = look(env, features)
            chances, values = net(seen, masks)
            actions = torch.multinomial(chances.exp(), 1)
            env.step(actions[:, 0].numpy())
            brought = torch.from_numpy(aim(env) / scale), torch.from_numpy(env.ended.copy())
            kept.append((seen, masks, actions[:, 0], chances.gather(1, actions)[:, 0], values, *brought))
        return Rollout(*map(torch.stack, zip(*kept, strict=True))), net(*look(env, features))[1]


def look(env: OneLearner, features: Features) -> tuple[Tensor, Tensor]:
    """Return the learner's observation and legal actions in every episode."""
    return torch.from_numpy(features(env.observations)), torch.from_numpy(env.masks.copy())


def advantages(played: Rollout, last: Tensor) -> Tensor:
    """Return the advantage of each decision, by generalised advantage estimation (Schulman, 2016)."""
    gains, ahead, after = torch.zeros_like(played.values), torch.zeros_like(last), last
    for step in reversed(range(len(gains))):
        on = (~played.ended[step]).float()
        ahead = played.rewards[step] + on * after - played.values[step] + TRUST * on * ahead
        gains[step], after = ahead, played.values[step]
    return gains


def learn(net: Net, optimiser: torch.optim.Optimizer, played: Rollout, last: Tensor) -> dict[str, float]:
    """Learn from the decisions with more than one legal action, in several passes.

    Return figures about the last training step.
    """
    gains = advantages(played, last)
    picked = played.masks.sum(-1) > 1
    returns = (gains + played.values)[picked]
    columns = (played.seen[picked], played.masks[picked], played.actions[picked], played.chances[picked])
    figures: dict[str, float] = {}
    for rows in batches(len(returns)):
        seen, masks, actions, before = (column[rows] for column in columns)
        error, figures = loss(net, seen, masks, actions, before, gains[picked][rows], returns[rows])
        optimiser.zero_grad()
        error.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimiser.step()
    return figures


def batches(count: int) -> Iterator[Tensor]:
    """Yield the numbers below `count` in batches, in a new random order each round."""
    for _ in range(ROUNDS):
        yield from torch.randperm(count).split(BATCH)


def loss(
    net: Net, seen: Tensor, masks: Tensor, actions: Tensor, before: Tensor, gains: Tensor, returns: Tensor
) -> tuple[Tensor, dict[str, float]]:
    """Return the loss of a training step, and figures about the progress of learning."""
    chances, values = net(seen, masks)
    ratio = (chances.gather(1, actions[:, None])[:, 0] - before).exp()
    gains = (gains - gains.mean()) / (gains.std(correction=0) + 1e-6)
    policy = -torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
    value = (values - returns).square().mean()
    entropy = -(chances.exp() * chances.masked_fill(~masks, 0)).sum(1).mean()
    figures = {"value_error": value.item(), "entropy": entropy.item()}
    return policy + VALUE * value - ENTROPY * entropy, figures


class Returns:
    """Sums of rewards over whole episodes."""

    def __init__(self, episodes: int) -> None:
        self._running = np.zeros(episodes)

    def __call__(self, rewards: NDArray[np.float32], ended: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Add the rewards of some steps, shape (steps, episodes); return the total rewards of the episodes that ended
        in these steps.
        """
        found = []
        for row, over in zip(rewards, ended, strict=True):
            self._running += row
            found.append(self._running[over])
            self._running[over] = 0
        return np.concatenate(found)


def spread(env: OneLearner, aim: Aim) -> float:
    """Return the standard deviation of an episode's reward in random play, which is the unit of the network's
    rewards.
    """
    steps = []
    for _ in range(128):
        env.step(env.sample())
        steps.append((aim(env).copy(), env.ended.copy()))
    rewards, ended = (np.stack(column) for column in zip(*steps, strict=True))
    brought = Returns(env.num_envs)(rewards, ended)
    env.reset()
    return float(brought.std()) or 1.0


def train(given: argparse.Namespace) -> None:
    """Train until the time is over; save the network at the end, and after an interruption."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    env = one_learner.make(
        given.game,
        given.episodes,
        seat=None,
        opponents=given.opponents,
        seats=given.seats,
        seed=given.seed,
        threads=given.threads,
    )
    aim = AIMS[given.aim]
    features, scale = Features(env.terms), spread(env, aim)
    net = Net(features.size, env.terms.actions, given.hidden)
    imitate(net, features, given, batches)
    optimiser, returns = torch.optim.Adam(net.parameters(), RATE, eps=1e-5), Returns(env.num_envs)
    began, update = time.monotonic(), 0
    about = {"game": env.terms.game.name, "seats": env.terms.seats, "version": env.terms.version, "seed": given.seed}
    about |= {"opponents": given.opponents, "aim": given.aim}
    given.out.mkdir(parents=True, exist_ok=True)
    try:
        with (given.out / LOG).open("w") as log:
            while (part := done(given, update, time.monotonic() - began)) < 1:
                optimiser.param_groups[0]["lr"] = RATE * (1 - part)
                played, last = collect(env, features, net, given.steps, scale, aim)
                figures = learn(net, optimiser, played, last)
                update += 1
                brought = returns(played.rewards.numpy() * scale, played.ended.numpy())
                about |= {"updates": update, "decisions": update * given.steps * given.episodes}
                about |= {"seconds": round(time.monotonic() - began, 2)}
                row = {**about, "score": float(brought.mean()) if len(brought) else None, **figures}
                print(json.dumps(row), file=log, flush=True)
                tell(row, env.terms.game.unit)
    finally:
        save(given.out / WEIGHTS, net, about)
        env.close()


def done(given: argparse.Namespace, updates: int, seconds: float) -> float:
    """Return the completed share of the run."""
    return updates / given.updates if given.updates else seconds / (60 * given.minutes)


def tell(row: dict[str, Any], unit: str) -> None:
    """Print the progress from time to time."""
    if row["updates"] & (row["updates"] - 1) == 0 or row["updates"] % 50 == 0:
        rate, score = row["decisions"] / row["seconds"], row["score"]
        scored = "no deal is over" if score is None else f"{score:+.3f} {unit} a deal"
        print(f"{row['seconds']:7.1f} s, update {row['updates']}: {scored}, {rate:,.0f} decisions/s", flush=True)


def save(path: Path, net: Net, about: dict[str, Any]) -> None:
    """Write the layers of the policy as 16-bit floats, and facts about the run, to a file, atomically."""
    layers = [layer for layer in (*net.body, net.policy) if isinstance(layer, nn.Linear)]
    arrays: dict[str, Any] = {}
    for at, layer in enumerate(layers):
        arrays[f"weight{at}"] = layer.weight.detach().numpy().astype(np.float16)
        arrays[f"bias{at}"] = layer.bias.detach().numpy().astype(np.float16)
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        np.savez_compressed(file, about=json.dumps(about), **arrays)
    part.replace(path)


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Train a network by PPO in one seat among other players.")
    parser.add_argument("game", help="a game, by name or part of it")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the run")
    parser.add_argument("--seats", type=int, help="how many play")
    parser.add_argument("--opponents", default="house", help="who plays the other seats: random, house or trained")
    parser.add_argument(
        "--aim", choices=AIMS, default="ahead", help="a score beyond the others' mean, or the score alone"
    )
    parser.add_argument(
        "--imitate", type=int, default=0, metavar="N", help="updates that learn first what the house does"
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to train")
    parser.add_argument(
        "--updates", type=int, help="train for this number of updates instead: the same seed gives the same run"
    )
    parser.add_argument("--seed", type=int, default=0, help="the chance of everything")
    parser.add_argument("--threads", type=int, default=1, help="how many the episodes and PyTorch use")
    for name, size, what in (
        ("episodes", 512, "episodes under way"),
        ("steps", 32, "steps of an update, in each of them"),
        ("hidden", 64, "units in a layer of the network"),
    ):
        parser.add_argument(f"--{name}", type=int, default=size, help=f"{what}; {size}")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    given = arguments().parse_args(argv)
    for name in ("minutes", "updates", "threads", "episodes", "steps", "hidden"):
        number = getattr(given, name)
        if number is not None and not number > 0:
            print(f"train_ppo_torch: --{name} is {number}; it must be above 0", file=sys.stderr)
            return 2
    if given.out.is_dir() and any(given.out.iterdir()):
        print(f"train_ppo_torch: {given.out} is not empty; name another folder", file=sys.stderr)
        return 2
    try:
        train(given)
    except (ValueError, OSError) as error:
        print(f"train_ppo_torch: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; what was learned is kept", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
