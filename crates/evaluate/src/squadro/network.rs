//! The network's weights and its layers after the first.

use super::rows::{FILE_ROWS, Rows, WIDTH};
use wide::{i16x16, i32x8};

/// The size of the first layer's output: products of two sums each.
const HALF: usize = WIDTH / 2;
const SECOND: usize = 16;
const THIRD: usize = 32;
/// The fixed-point scale of the rows' sums: 1.0 is two to this power.
const ROW_BITS: u32 = 7;
/// The fixed-point scale of layer outputs and their weights: 1.0 is two to this power.
const ACTIVE_BITS: u32 = 8;

const FILE: &[u8; BYTES] = include_bytes!("../../../../data/networks/squadro.bin");
const BYTES: usize = FILE_ROWS * WIDTH
    + 2 * WIDTH
    + 2 * (2 * (HALF * SECOND + SECOND * THIRD + THIRD) + 4 * (SECOND + THIRD + 1));

/// The compiler checks that the file is as long as the network.
pub(super) static ROWS: &[[u8; WIDTH]] = FILE.as_chunks::<WIDTH>().0;

pub(super) static BIAS: [i16; WIDTH] = {
    let mut at = FILE_ROWS * WIDTH;
    shorts(&mut at)
};

/// The layers after the first. Weights are laid out in the order of use: two inputs at a time, for eight
/// outputs.
#[derive(Clone, Copy)]
struct Head {
    second: [[Eight; SECOND / 8]; HALF / 2],
    second_bias: [[i32; 8]; SECOND / 8],
    third: [[Eight; THIRD / 8]; SECOND / 2],
    third_bias: [[i32; 8]; THIRD / 8],
    last: [[i32; 8]; THIRD / 8],
    last_bias: i32,
}

/// The weights of two inputs for eight outputs.
type Eight = [i16; 16];

/// The heads for Yellow and for Red to move.
static HEADS: [Head; 2] = {
    let mut at = FILE_ROWS * WIDTH + 2 * WIDTH;
    let empty = const {
        Head {
            second: [[[0; 16]; SECOND / 8]; HALF / 2],
            second_bias: [[0; 8]; SECOND / 8],
            third: [[[0; 16]; THIRD / 8]; SECOND / 2],
            third_bias: [[0; 8]; THIRD / 8],
            last: [[0; 8]; THIRD / 8],
            last_bias: 0,
        }
    };
    let mut heads = [empty; 2];
    // The file holds a layer's weights for both heads, then its biases for both, then the next layer.
    let mut part = 0;
    while part < 6 {
        let mut i = 0;
        while i < 2 {
            let head = &mut heads[i];
            match part {
                0 => head.second = in_pairs(&matrix::<SECOND, HALF>(&mut at), 1),
                1 => head.second_bias = in_eights(&longs::<SECOND>(&mut at)),
                // The second layer's outputs come in pairs that are eight apart.
                2 => head.third = in_pairs(&matrix::<THIRD, SECOND>(&mut at), 8),
                3 => head.third_bias = in_eights(&longs::<THIRD>(&mut at)),
                4 => head.last = in_eights(&widened(&shorts::<THIRD>(&mut at))),
                _ => head.last_bias = longs::<1>(&mut at)[0],
            }
            i += 1;
        }
        part += 1;
    }
    assert!(at == BYTES);
    heads
};

/// Weights by input and output in the order of use: inputs that are `apart` from each other become adjacent.
const fn in_pairs<const N: usize, const M: usize, const EIGHTS: usize, const PAIRS: usize>(
    matrix: &[[i16; N]; M],
    apart: usize,
) -> [[Eight; EIGHTS]; PAIRS] {
    let mut all = [[[0; 16]; EIGHTS]; PAIRS];
    let mut i = 0;
    while i < N * M {
        let (from, to) = (i / N, i % N);
        let (pair, which) = if apart == 1 { (from / 2, from % 2) } else { (from % apart, from / apart) };
        all[pair][to / 8][to % 8 * 2 + which] = matrix[from][to];
        i += 1;
    }
    all
}

const fn in_eights<const N: usize, const EIGHTS: usize>(numbers: &[i32; N]) -> [[i32; 8]; EIGHTS] {
    let mut all = [[0; 8]; EIGHTS];
    let mut i = 0;
    while i < N {
        all[i / 8][i % 8] = numbers[i];
        i += 1;
    }
    all
}

const fn widened<const N: usize>(numbers: &[i16; N]) -> [i32; N] {
    let mut all = [0; N];
    let mut i = 0;
    while i < N {
        all[i] = numbers[i] as i32;
        i += 1;
    }
    all
}

const fn shorts<const N: usize>(at: &mut usize) -> [i16; N] {
    let mut all = [0; N];
    let mut i = 0;
    while i < N {
        all[i] = i16::from_le_bytes([FILE[*at], FILE[*at + 1]]);
        *at += 2;
        i += 1;
    }
    all
}

const fn longs<const N: usize>(at: &mut usize) -> [i32; N] {
    let mut all = [0; N];
    let mut i = 0;
    while i < N {
        all[i] = i32::from_le_bytes([FILE[*at], FILE[*at + 1], FILE[*at + 2], FILE[*at + 3]]);
        *at += 4;
        i += 1;
    }
    all
}

const fn matrix<const N: usize, const M: usize>(at: &mut usize) -> [[i16; N]; M] {
    let mut all = [[0; N]; M];
    let mut i = 0;
    while i < M {
        all[i] = shorts(at);
        i += 1;
    }
    all
}

/// The value in thousandths of a logit for the player to move (0 Yellow, 1 Red), from the sums of the rows.
#[inline]
pub(super) fn judge(mover: usize, sums: &Rows) -> i32 {
    let head = &HEADS[mover & 1];
    let mut first = [i16x16::ZERO; HALF / 16];
    let (sums, _) = sums.as_chunks::<16>();
    let (left, right) = sums.split_at(HALF / 16);
    for ((out, &a), &b) in first.iter_mut().zip(left).zip(right) {
        let cut = |sums| i16x16::new(sums).max(i16x16::ZERO).min(i16x16::splat(1 << ROW_BITS));
        *out = (cut(a) * cut(b)) >> (2 * ROW_BITS - ACTIVE_BITS);
    }
    let first: [i32; HALF / 2] = bytemuck::cast(first);
    let second = layer(&head.second, &head.second_bias, &first).map(active);
    let second: [i32; SECOND / 2] = bytemuck::cast(second[0] | (second[1] << 16));
    let third = layer(&head.third, &head.third_bias, &second).map(active);
    let products = third.iter().zip(head.last).map(|(&x, weights)| x * i32x8::new(weights));
    let total = head.last_bias + products.fold(i32x8::ZERO, |sum, x| sum + x).reduce_add();
    ((total >> (ACTIVE_BITS - 2)) * 1000) >> (ACTIVE_BITS + 2)
}

/// The weighted sums of a layer. Each input is a pair of 16-bit numbers.
#[inline]
fn layer<const N: usize, const M: usize>(
    weights: &[[Eight; M]; N],
    bias: &[[i32; 8]; M],
    inputs: &[i32; N],
) -> [i32x8; M] {
    let mut sums = bias.map(i32x8::new);
    for (weights, &input) in weights.iter().zip(inputs) {
        let both: i16x16 = bytemuck::cast(i32x8::splat(input));
        for (sum, &weights) in sums.iter_mut().zip(weights) {
            *sum += both.dot(i16x16::new(weights));
        }
    }
    sums
}

/// The activation function: the square of the input clamped to 0..=1.
#[inline]
fn active(sums: i32x8) -> i32x8 {
    let root: i32x8 = sums.max(i32x8::ZERO).min(i32x8::splat(1 << (2 * ACTIVE_BITS))) >> ACTIVE_BITS;
    (root * root) >> ACTIVE_BITS
}
