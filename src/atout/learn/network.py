"""The networks of a learner: one that plays and says what to expect, and a critic that sees all cards."""

from typing import Final

import torch
from torch import Tensor, nn

WIDTH: Final = 256  # of the two layers of the player
CRITIC_WIDTH: Final = 128


def make_layers(inputs: int, width: int, outputs: int) -> nn.Sequential:
    """Return two hidden layers; the last one begins small, so that at first all actions are alike."""
    last = nn.Linear(width, outputs)
    with torch.no_grad():
        last.weight.mul_(0.1)
        last.bias.zero_()
    first = nn.Linear(inputs, width)
    with torch.no_grad():
        first.weight.mul_(2.0)  # few of the inputs are on
    return nn.Sequential(first, nn.ReLU(), nn.Linear(width, width), nn.ReLU(), last)


class Networks(nn.Module):
    """Player and critic. The player rates the parts of actions; its last output is what the deal will be worth."""

    def __init__(self, features: int, secrets: int, parts: int) -> None:
        super().__init__()
        self.features = features
        self.parts = parts
        self.player = make_layers(features, WIDTH, parts + 1)
        self.critic = make_layers(features + secrets, CRITIC_WIDTH, 1)

    def rate(self, inputs: Tensor, parts: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the chances of the actions, and what the player expects.

        Actions are given by their two parts; where there is none, both are below 0.
        """
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = self.player(inputs[:, : self.features])
        out = out.float()
        rated = torch.cat([out[:, : self.parts], torch.zeros(len(out), 1)], 1)
        first, second = parts[..., 0], parts[..., 1]
        logits = rated.gather(1, first.clamp(min=0)) + rated.gather(1, second.clamp(min=0))
        logits = logits.masked_fill(first < 0, -1e9)
        return torch.log_softmax(logits, 1), out[:, self.parts]

    def judge(self, inputs: Tensor) -> Tensor:
        """Return what the critic expects."""
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = self.critic(inputs)
        return out[:, 0].float()
