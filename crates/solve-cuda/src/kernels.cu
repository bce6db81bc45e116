// Squadro's table on a GPU. Compiled at run time with TRACKS, ROWS (progress values per track) and TO_WIN
// defined.
//
// The layout is that of crate `solve`: one byte for each (mover, Yellow's state, Red's state), with Red's
// state varying fastest. The threads of a block handle adjacent Red states with one Yellow state, so most of
// their reads are coalesced.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

struct State {
    u32 progress, code, in_the_way, standing;
};

// States of a side whose pieces are in the same phases.
struct Block {
    u32 first, len, home;
};

// All tables of one side.
struct Side {
    const State* states;
    const u32* number_of;
    const u32* moves;
    const u32* returns;
    u64 count;
};

struct Child {
    u32 yellow, red;
};

// The child after the mover's move on this track; false if that piece is home.
template <int MOVER>
__device__ __forceinline__ bool play(
    const Side& yellow, const Side& red, const State& ys, const State& rs, u32 y, u32 r, int track, Child& child) {
    const Side& own = MOVER ? red : yellow;
    const Side& other = MOVER ? yellow : red;
    const State& os = MOVER ? rs : ys;
    const State& ts = MOVER ? ys : rs;
    u32 progress = os.progress >> (4 * track) & 15;
    u32 occupied = ts.in_the_way >> (track * TRACKS) & ((1u << TRACKS) - 1);
    u32 move = __ldg(&own.moves[((track * ROWS + progress) << TRACKS) + occupied]);
    if (move == 0xffffffffu) return false;
    u32 moved = __ldg(&own.number_of[os.code + (move >> 5)]);
    u32 rest = MOVER ? y : r;
    u32 jumped = move & 31;
    if (jumped) {
        u32 code = ts.code;
        while (jumped) {
            int t = __ffs(jumped) - 1;
            code -= __ldg(&other.returns[t * ROWS + (ts.progress >> (4 * t) & 15)]);
            jumped &= jumped - 1;
        }
        rest = __ldg(&other.number_of[code]);
    }
    child.yellow = MOVER ? rest : moved;
    child.red = MOVER ? moved : rest;
    return true;
}

__device__ __forceinline__ u64 entry(const Side& yellow, const Side& red, u32 mover, u32 y, u32 r) {
    return (mover * yellow.count + y) * red.count + r;
}

template <int MOVER>
__device__ __forceinline__ u8 judge(
    const u8* table, const Side& yellow, const Side& red, const State& ys, const State& rs, u32 y, u32 r) {
    u32 best = 255, worst = 0;
    bool endless = false;
#pragma unroll
    for (int track = 0; track < TRACKS; track++) {
        Child child;
        if (!play<MOVER>(yellow, red, ys, rs, y, r, track, child)) continue;
        u32 value = table[entry(yellow, red, 1 - MOVER, child.yellow, child.red)];
        if (value == 0) endless = true;
        else if (value & 1) best = min(best, value);
        else worst = max(worst, value);
    }
    if (best != 255) return best + 1;
    return endless ? 0 : worst + 1;
}

// One sweep over the positions of one sum of phases for each side. `active` says which pairs of blocks to
// process; those that changed are marked in `next`, and `changed` counts all changes.
extern "C" __global__ void sweep(
    u8* table, Side yellow, Side red, const u32* block_of_yellow, const Block* yellow_blocks, const Block* red_blocks,
    u32 first_yellow, u32 yellows, u32 first_yellow_block, u32 first_red_block, u32 red_block_count,
    const u8* active, u8* next, u32* changed) {
    u32 k = blockIdx.x / yellows;
    u32 y = first_yellow + yellows - 1 - blockIdx.x % yellows;
    u32 yb = block_of_yellow[y];
    u32 pair = (yb - first_yellow_block) * red_block_count + k;
    if (!active[pair]) return;
    Block reds = red_blocks[first_red_block + k];
    u32 yellow_home = yellow_blocks[yb].home;
    if (yellow_home == TRACKS || reds.home == TRACKS || (yellow_home >= TO_WIN && reds.home >= TO_WIN)) return;
    State ys = yellow.states[y];
    bool any = false;
    for (u32 i = threadIdx.x; i < reds.len; i += blockDim.x) {
        u32 r = reds.first + reds.len - 1 - i;
        State rs = red.states[r];
        if (ys.standing & rs.in_the_way) continue;
        u64 at = entry(yellow, red, 0, y, r), at_red = entry(yellow, red, 1, y, r);
        if (yellow_home >= TO_WIN) {
            table[at_red] = 1;
        } else if (reds.home >= TO_WIN) {
            table[at] = 1;
        } else {
            u8 value = judge<0>(table, yellow, red, ys, rs, y, r);
            if (value != table[at]) { table[at] = value; any = true; }
            value = judge<1>(table, yellow, red, ys, rs, y, r);
            if (value != table[at_red]) { table[at_red] = value; any = true; }
        }
    }
    if (__syncthreads_or(any) && threadIdx.x == 0) {
        next[pair] = 1;
        atomicAdd(changed, 1u);
    }
}

// Propagates reachability: one bit per entry. The arguments are those of `sweep`, except for the bits.
template <int MOVER>
__device__ __forceinline__ bool spread(
    u32* bits, const Side& yellow, const Side& red, const State& ys, const State& rs, u32 y, u32 r, const Block& reds,
    const Block& mine) {
    bool any = false;
#pragma unroll
    for (int track = 0; track < TRACKS; track++) {
        Child child;
        if (!play<MOVER>(yellow, red, ys, rs, y, r, track, child)) continue;
        u64 at = entry(yellow, red, 1 - MOVER, child.yellow, child.red);
        u32 bit = 1u << (at & 31);
        if (!(bits[at >> 5] & bit)) {
            atomicOr(&bits[at >> 5], bit);
            // Another sweep is needed only within the block: later groups are swept later anyway.
            any |= child.yellow - mine.first < mine.len && child.red - reds.first < reds.len;
        }
    }
    return any;
}

extern "C" __global__ void reach(
    u32* bits, Side yellow, Side red, const u32* block_of_yellow, const Block* yellow_blocks, const Block* red_blocks,
    u32 first_yellow, u32 yellows, u32 first_yellow_block, u32 first_red_block, u32 red_block_count,
    const u8* active, u8* next, u32* changed) {
    u32 k = blockIdx.x / yellows;
    u32 y = first_yellow + blockIdx.x % yellows;
    u32 yb = block_of_yellow[y];
    u32 pair = (yb - first_yellow_block) * red_block_count + k;
    if (!active[pair]) return;
    Block reds = red_blocks[first_red_block + k];
    Block mine = yellow_blocks[yb];
    if (mine.home >= TO_WIN || reds.home >= TO_WIN) return;
    State ys = yellow.states[y];
    bool any = false;
    for (u32 i = threadIdx.x; i < reds.len; i += blockDim.x) {
        u32 r = reds.first + i;
        u64 at = entry(yellow, red, 0, y, r), at_red = entry(yellow, red, 1, y, r);
        bool yes = bits[at >> 5] >> (at & 31) & 1, yes_red = bits[at_red >> 5] >> (at_red & 31) & 1;
        if (!(yes || yes_red)) continue;
        State rs = red.states[r];
        if (yes) any |= spread<0>(bits, yellow, red, ys, rs, y, r, reds, mine);
        if (yes_red) any |= spread<1>(bits, yellow, red, ys, rs, y, r, reds, mine);
    }
    if (__syncthreads_or(any) && threadIdx.x == 0) {
        next[pair] = 1;
        atomicAdd(changed, 1u);
    }
}

// Counts the reachable entries by mover and byte: 512 counters.
extern "C" __global__ void count(const u8* table, const u32* bits, u64 entries_each, u64* counts) {
    __shared__ u32 local[512];
    for (u32 i = threadIdx.x; i < 512; i += blockDim.x) local[i] = 0;
    __syncthreads();
    u64 words = (2 * entries_each + 31) / 32;
    for (u64 w = (u64)blockIdx.x * blockDim.x + threadIdx.x; w < words; w += (u64)gridDim.x * blockDim.x) {
        u32 set = bits[w];
        while (set) {
            u64 at = w * 32 + __ffs(set) - 1;
            set &= set - 1;
            atomicAdd(&local[(at >= entries_each ? 256 : 0) + table[at]], 1u);
        }
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < 512; i += blockDim.x) atomicAdd(&counts[i], (u64)local[i]);
}

extern "C" __global__ void gather(const u8* table, const u64* entries, u8* values, u32 count) {
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = table[entries[i]];
}

struct Random {
    u64 state;
    __device__ u32 next() {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        u32 x = (u32)((state >> 18 ^ state) >> 27);
        u32 turn = (u32)(state >> 59);
        return x >> turn | x << (-turn & 31);
    }
    __device__ u32 below(u32 n) { return (u64)next() * n >> 32; }
};

// Samples unfinished positions with their values: the progress of Yellow's and Red's pieces, four bits each,
// then the mover (bit 40), the kind (bits 41 to 43) and the table's byte (from bit 48). Kinds 0 to 2 occur in
// games in which all, half and a fifth of the moves are random and the others best. Kind 3 is uniform over
// the reachable positions. Kind 4, a third of all, occurs 4 to 20 plies after one of those, with half of the
// moves random: the positions a search meets at its horizon. Except for kind 3, positions in which the result
// depends on the move are always kept, and one in four of the others.
extern "C" __global__ void sample(
    const u8* table, const u32* bits, Side yellow, Side red, u64 seed, u32 each, u64* samples) {
    u32 id = blockIdx.x * blockDim.x + threadIdx.x;
    u32 kind = min(blockIdx.x % 6, 4);
    Random random = {seed ^ (u64)id * 0x9e3779b97f4a7c15ull};
    for (int i = 0; i < 8; i++) random.next();
    u32 found = 0, y = 0, r = 0, mover = 0, age = 0;
    const u32 home = ROWS - 1;
    bool fresh = true;
    while (found < each) {
        if (fresh && kind >= 3) {
            mover = random.next() >> 31;
            y = random.below((u32)yellow.count);
            r = random.below((u32)red.count);
            u64 at = entry(yellow, red, mover, y, r);
            if (!(bits[at >> 5] >> (at & 31) & 1)) continue;
        } else if (fresh) {
            y = 0;
            r = 0;
            mover = random.next() >> 31;
        }
        age = fresh ? 0 : age + 1;
        State ys = yellow.states[y], rs = red.states[r];
        u32 homes[2] = {0, 0};
        for (int t = 0; t < TRACKS; t++) {
            homes[0] += (ys.progress >> (4 * t) & 15) == home;
            homes[1] += (rs.progress >> (4 * t) & 15) == home;
        }
        fresh = kind == 3 || (kind == 4 && age == 20) || homes[0] >= TO_WIN || homes[1] >= TO_WIN;
        if (homes[0] >= TO_WIN || homes[1] >= TO_WIN) continue;

        bool by_chance = kind == 0 || random.below(10) < (kind == 2 ? 2 : 5);
        Child best = {y, r};
        int best_worth = -1, lost = 0, other = 0;
        for (int t = 0; t < TRACKS; t++) {
            Child child;
            bool legal = mover ? play<1>(yellow, red, ys, rs, y, r, t, child) : play<0>(yellow, red, ys, rs, y, r, t, child);
            if (!legal) continue;
            int value = table[entry(yellow, red, 1 - mover, child.yellow, child.red)];
            bool loses = value != 0 && !(value & 1);
            lost += loses;
            other += !loses;
            int worth = by_chance ? random.next() >> 1 : value == 0 ? 1000 : loses ? value : 2000 - value;
            if (worth > best_worth) { best_worth = worth; best = child; }
        }
        bool keep = kind == 3 || (kind == 4 ? age >= 4 && random.below(3) == 0 : random.below(8) == 0);
        if (keep && (kind == 3 || (lost && other) || random.below(4) == 0)) {
            u64 value = table[entry(yellow, red, mover, y, r)];
            samples[(u64)id * each + found++] =
                (u64)ys.progress | (u64)rs.progress << 20 | (u64)mover << 40 | (u64)kind << 41 | value << 48;
        }
        y = best.yellow;
        r = best.red;
        mover ^= 1;
    }
}
