"""Trains Squadro's evaluation network on positions with exact values, on one GPU with PyTorch.

    python3 train/squadro.py SAMPLES --out data/networks/squadro.bin

SAMPLES is written by `ludoteca solve squadro --samples`, 64 bits per position. docs/network.md describes the samples,
the network and its file. Seeds are fixed; a second run on the same machine gives nearly the same network.
"""

import argparse
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

STEPS = 13
TRACKS = 5
TURN = 6
# SQ-2: speeds on the way out; on the way back the speed is four minus that.
OUT = [[3, 1, 2, 1, 3], [1, 3, 2, 3, 1]]
# Fixed-point scale (the integer for 1.0) of the rows, of layer outputs and of later weights.
ROW_ONE, ACTIVE_ONE, WEIGHT_ONE = 128, 256, 256
HELD_OUT = 1_000_000
KINDS = 5

arguments = argparse.ArgumentParser()
arguments.add_argument("samples")
arguments.add_argument("--layers", nargs="+", default=["256:16:32"], help="widths of the layers")
arguments.add_argument("--seconds", type=float, default=300)
arguments.add_argument("--batch", type=int, default=32768, help="positions per batch for each player to move")
arguments.add_argument("--rate", type=float, default=2e-3)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--far", type=float, default=0.92, help="weight of a distant win: 0 like a draw, 1 certain")
arguments.add_argument("--out", help="output file; with several networks their layers are added to the name")
arguments = arguments.parse_args()
gpu = torch.device("cuda")
torch.backends.cuda.matmul.allow_tf32 = True


def read(path):
    """Reads the samples: pieces (Yellow's, then Red's), kinds and table bytes, for each player to move."""
    raw = torch.from_numpy(np.fromfile(path, dtype=np.int64)).to(gpu)
    torch.manual_seed(arguments.seed)
    raw = raw[torch.randperm(len(raw), device=gpu)]
    each = []
    for mover in range(2):
        mine = raw[(raw >> 40 & 1) == mover]
        pieces = torch.stack([mine >> (4 * i) & 15 for i in range(2 * TRACKS)], 1).to(torch.uint8)
        each.append((pieces, (mine >> 41 & 7).to(torch.uint8), (mine >> 48 & 255).to(torch.uint8)))
    return each


def target(byte, far):
    """Expected share of the victory; nearer wins count slightly more."""
    byte = byte.float()
    sign = torch.where(byte == 0, 0.0, torch.where(byte % 2 == 0, 1.0, -1.0))
    return 0.5 + 0.5 * sign * (far + (1 - far) * torch.exp((1 - byte) / 40))


def possible(seat, track):
    """Progress values of a piece; one with two or three steps never stands on the first crossing of that way."""
    first = {1: OUT[seat][track], TURN + 1: 4 - OUT[seat][track]}
    return [p for p in range(STEPS) if first.get(p, 1) == 1]


# By seat and track: the index of each progress among the possible values.
DIGITS = torch.tensor(
    [[possible(s, t).index(p) if p in possible(s, t) else 0 for p in range(STEPS)] for s in range(2) for t in range(TRACKS)],
    device=gpu,
)
# Number of values by Red's track, index of the first row by crossing, total number of rows.
REDS = torch.tensor([len(possible(1, t)) for t in range(TRACKS)], device=gpu)
SIZES = [len(possible(0, i)) * len(possible(1, j)) for i in range(TRACKS) for j in range(TRACKS)]
FIRST = torch.tensor([sum(SIZES[:i]) for i in range(len(SIZES))], device=gpu)
ROWS = sum(SIZES)


class Network(torch.nn.Module):
    """The networks of both players to move; the first axis is the player. They share the first layer."""

    def __init__(self, layers):
        super().__init__()
        width, *hidden = map(int, layers.split(":"))
        normal = lambda *shape, by: torch.nn.Parameter(torch.randn(*shape) * by)
        self.half = width // 2
        self.rows = normal(ROWS, width, by=0.05)
        self.bias = torch.nn.Parameter(torch.full((width,), 0.4))
        widths = [self.half, *hidden, 1]
        self.weights = torch.nn.ParameterList(
            normal(2, a, b, by=(2 if b > 1 else 4) * a**-0.5) for a, b in zip(widths, widths[1:])
        )
        self.biases = torch.nn.ParameterList(
            torch.nn.Parameter(torch.full((2, 1, b), 0.1 if b > 1 else 0.0)) for b in widths[1:]
        )

    def forward(self, pieces):
        digits = DIGITS[torch.arange(2 * TRACKS, device=gpu), pieces.long()]
        rows = (digits[:, :, :TRACKS, None] * REDS + digits[:, :, None, TRACKS:]).flatten(2) + FIRST
        chosen = torch.zeros(2 * pieces.shape[1], ROWS, device=gpu).scatter_(1, rows.flatten(0, 1), 1.0)
        first = ((chosen @ self.rows).view(2, pieces.shape[1], -1) + self.bias).clamp(0, 1)
        x = first[..., : self.half] * first[..., self.half :]
        for i, (weights, bias) in enumerate(zip(self.weights, self.biases)):
            if i > 0:
                x = x.clamp(0, 1) ** 2
            x = torch.bmm(x, weights) + bias
        return x.squeeze(2)

    def bound(self):
        """Clamps the parameters to the range of the file format."""
        with torch.no_grad():
            self.rows.clamp_(-127 / ROW_ONE, 127 / ROW_ONE)
            for weights in self.weights:
                weights.clamp_(-32, 32)

    def round(self):
        """Rounds the parameters to the precision of the file format."""
        with torch.no_grad():
            for numbers, one, _ in self.whole():
                numbers.copy_(torch.round(numbers * one) / one)

    def whole(self):
        """Yields each parameter with its scale and its type in the file, in file order."""
        yield self.rows, ROW_ONE, "<i1"
        yield self.bias, ROW_ONE, "<i2"
        for weights, bias in zip(self.weights, self.biases):
            yield weights, WEIGHT_ONE, "<i2"
            yield bias, WEIGHT_ONE * ACTIVE_ONE, "<i4"


def measure(network, data):
    """Loss and share of correctly predicted winners by kind, on the held-out positions."""
    right, total = torch.zeros(KINDS, device=gpu), torch.zeros(KINDS, device=gpu)
    losses = []
    with torch.no_grad():
        for i in range(0, HELD_OUT // 2, 1 << 16):
            part = slice(i, min(i + (1 << 16), HELD_OUT // 2))
            out = network(torch.stack([pieces[part] for pieces, _, _ in data]))
            byte = torch.stack([byte[part] for _, _, byte in data])
            kind = torch.stack([kind[part] for _, kind, _ in data]).long()
            losses.append(F.binary_cross_entropy_with_logits(out, target(byte, 1.0)))
            decided = (byte != 0).float()
            foreseen = ((out > 0) == (byte % 2 == 0)).float() * decided
            right += torch.bincount(kind.flatten(), foreseen.flatten(), KINDS)
            total += torch.bincount(kind.flatten(), decided.flatten(), KINDS)
    return torch.stack(losses).mean().item(), [f"{share:.4f}" for share in (right / total.clamp(min=1)).tolist()]


def train(data, layers):
    torch.manual_seed(arguments.seed)
    network = Network(layers).to(gpu)
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
        loss = F.binary_cross_entropy_with_logits(out, target(torch.stack([byte for _, byte in batch]), arguments.far))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        network.bound()
        steps += 1
        if steps % 16 == 0:
            torch.cuda.synchronize()
        if done > shown + 0.25:
            shown = done
            print(layers, f"{time.time() - start:.0f} s, {steps} steps: loss and correct by kind", *measure(network, data), flush=True)
    print("done", layers, steps, "steps: loss and correct by kind", *measure(network, data), flush=True)
    network.round()
    print("rounded", layers, *measure(network, data), flush=True)
    return network


def write(network, path):
    with open(path, "wb") as file:
        for numbers, one, form in network.whole():
            whole = torch.round(numbers.detach() * one).cpu().numpy()
            most = np.iinfo(form).max
            assert abs(whole).max() <= most, "a parameter does not fit the file format"
            file.write(whole.astype(form).tobytes())


data = read(arguments.samples)
print("positions", [len(byte) for _, _, byte in data], "held out", HELD_OUT, flush=True)
for layers in arguments.layers:
    network = train(data, layers)
    if arguments.out:
        several = len(arguments.layers) > 1
        write(network, arguments.out + ("-" + layers.replace(":", "x") if several else ""))
