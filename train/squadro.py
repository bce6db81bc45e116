"""Trains Squadro's evaluation network on positions with exact values, on one GPU with PyTorch.

    python3 train/squadro.py SAMPLES --out data/networks/squadro.bin

SAMPLES is what `ludoteca solve squadro --samples` writes: 64 bits a position (docs/network.md, which also describes
the network and the file). Seeds are fixed; a second run on the same machine gives nearly the same network.
"""

import argparse
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

STEPS = 13
CROSSINGS = 25
# One crossing's share of the first layer, the layers' activations: what 1.0 is in the file's whole numbers.
ROW_ONE, SECOND_ONE, LAST_ONE = 512, 128, 512
HELD_OUT = 1_000_000

arguments = argparse.ArgumentParser()
arguments.add_argument("samples")
arguments.add_argument("--layers", nargs="+", default=["32"], help="widths of the layers: 32, or 16:8")
arguments.add_argument("--seconds", type=float, default=300)
arguments.add_argument("--batch", type=int, default=32768, help="positions for each player to move")
arguments.add_argument("--rate", type=float, default=3e-3)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--out", help="the network's file; its layers are added to the name if there are several")
arguments = arguments.parse_args()
gpu = torch.device("cuda")
torch.backends.cuda.matmul.allow_tf32 = True


def read(path):
    """Pieces (Yellow's, then Red's), kinds and bytes, by who is to move."""
    raw = torch.from_numpy(np.fromfile(path, dtype=np.int64)).to(gpu)
    torch.manual_seed(arguments.seed)
    raw = raw[torch.randperm(len(raw), device=gpu)]
    each = []
    for mover in range(2):
        mine = raw[(raw >> 40 & 1) == mover]
        pieces = torch.stack([mine >> (4 * i) & 15 for i in range(10)], 1).to(torch.uint8)
        each.append((pieces, (mine >> 41 & 7).to(torch.uint8), (mine >> 48 & 255).to(torch.uint8)))
    return each


def target(byte):
    """The share of the victory to be expected: a win counts the more the nearer it is."""
    byte = byte.float()
    sign = torch.where(byte == 0, 0.0, torch.where(byte % 2 == 0, 1.0, -1.0))
    return 0.5 + 0.5 * sign * (0.6 + 0.4 * torch.exp((1 - byte) / 40))


class Network(torch.nn.Module):
    """Both players' networks side by side: the first axis is who is to move."""

    def __init__(self, width, second=0):
        super().__init__()
        normal = lambda *shape, by: torch.nn.Parameter(torch.randn(*shape) * by)
        self.rows = normal(2, CROSSINGS * STEPS * STEPS, width, by=0.05)
        self.bias = torch.nn.Parameter(torch.full((2, 1, width), 0.3))
        if second:
            self.second = normal(2, width, second, by=width**-0.5)
            self.second_bias = torch.nn.Parameter(torch.full((2, 1, second), 0.1))
        self.has_second = second > 0
        self.last = normal(2, second or width, 1, by=4 * (second or width) ** -0.5)
        self.last_bias = torch.nn.Parameter(torch.zeros(2, 1, 1))

    def forward(self, pieces):
        crossing = torch.arange(CROSSINGS, device=gpu) * STEPS * STEPS
        pieces = pieces.long()
        rows = (pieces[:, :, :5, None] * STEPS + pieces[:, :, None, 5:]).flatten(2) + crossing
        chosen = torch.zeros(*pieces.shape[:2], CROSSINGS * STEPS * STEPS, device=gpu).scatter_(2, rows, 1.0)
        x = (chosen @ self.rows + self.bias).clamp(0, 1) ** 2
        if self.has_second:
            x = (x @ self.second + self.second_bias).clamp(0, 1) ** 2
        return (x @ self.last + self.last_bias).squeeze(2)

    def whole(self):
        """The parameters in the file's whole numbers, by who is to move, in the file's order."""
        whole = lambda numbers, one: torch.round(numbers.detach() * one)
        for mover in range(2):
            yield whole(self.rows[mover], ROW_ONE), "<i2"
            yield whole(self.bias[mover], ROW_ONE), "<i2"
            if self.has_second:
                yield whole(self.second[mover].T, SECOND_ONE), "<i2"
                yield whole(self.second_bias[mover], SECOND_ONE * 256), "<i4"
            yield whole(self.last[mover], LAST_ONE), "<i2"
            yield whole(self.last_bias[mover], LAST_ONE * 256), "<i4"


def measure(network, data):
    """Loss, and the share of rightly foreseen winners by kind, on what was held out."""
    right, total = torch.zeros(4, device=gpu), torch.zeros(4, device=gpu)
    losses = []
    with torch.no_grad():
        for i in range(0, HELD_OUT // 2, 1 << 16):
            part = slice(i, min(i + (1 << 16), HELD_OUT // 2))
            out = network(torch.stack([pieces[part] for pieces, _, _ in data]))
            byte = torch.stack([byte[part] for _, _, byte in data])
            kind = torch.stack([kind[part] for _, kind, _ in data]).long()
            losses.append(F.binary_cross_entropy_with_logits(out, target(byte)))
            decided = (byte != 0).float()
            foreseen = ((out > 0) == (byte % 2 == 0)).float() * decided
            right += torch.bincount(kind.flatten(), foreseen.flatten(), 4)
            total += torch.bincount(kind.flatten(), decided.flatten(), 4)
    return torch.stack(losses).mean().item(), [f"{share:.4f}" for share in (right / total.clamp(min=1)).tolist()]


def train(data, layers):
    torch.manual_seed(arguments.seed)
    network = Network(*map(int, layers.split(":"))).to(gpu)
    optimizer = torch.optim.Adam(network.parameters(), lr=arguments.rate, fused=True)
    start, steps, done = time.time(), 0, 0.0
    shown = 0.0
    while done < 1:
        done = (time.time() - start) / arguments.seconds
        rate = 0.002 + 0.998 * 0.5 * (1 + math.cos(math.pi * min(done, 1)))
        for group in optimizer.param_groups:
            group["lr"] = arguments.rate * rate * min(1, steps / 300)
        batch = []
        for pieces, _, byte in data:
            pick = torch.randint(HELD_OUT // 2, len(byte), (arguments.batch,), device=gpu)
            batch.append((pieces[pick], byte[pick]))
        out = network(torch.stack([pieces for pieces, _ in batch]))
        loss = F.binary_cross_entropy_with_logits(out, target(torch.stack([byte for _, byte in batch])))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        steps += 1
        if steps % 16 == 0:
            torch.cuda.synchronize()
        if done > shown + 0.1:
            shown = done
            print(layers, f"{time.time() - start:.0f} s, {steps} steps: loss and right by kind", *measure(network, data), flush=True)
    print("done", layers, steps, "steps: loss and right by kind", *measure(network, data), flush=True)
    return network


def write(network, path):
    with open(path, "wb") as file:
        for numbers, form in network.whole():
            most = torch.iinfo(torch.int16 if form == "<i2" else torch.int32).max
            assert numbers.abs().max() <= most, "a weight is too large for the file"
            file.write(numbers.cpu().numpy().astype(form).tobytes())


data = read(arguments.samples)
print("positions", [len(byte) for _, _, byte in data], "held out", HELD_OUT, flush=True)
for layers in arguments.layers:
    network = train(data, layers)
    if arguments.out:
        several = len(arguments.layers) > 1
        write(network, arguments.out + ("-" + layers.replace(":", "x") if several else ""))
