/** The transposition table: buckets of four entries of 16 bytes, indexed by the Zobrist key. */
import { reserve } from './memory';

export const BOUND_NONE: u32 = 0;
export const BOUND_UPPER: u32 = 1;
export const BOUND_LOWER: u32 = 2;
export const BOUND_EXACT: u32 = 3;

const ENTRY: usize = 16;
const BUCKET: usize = 64;

/** Address of the table. */
let start: usize = 0;
/** Allocated bytes, and bytes that the current search uses; powers of two. */
let size: usize = 0;
let used: usize = 0;
/** Counts searches, 0..63: entries of earlier searches are replaced first. */
let age: u32 = 0;

/** Result of `findEntry`. */
export let entryMove: u32 = 0;
export let entryScore: i32 = 0;
export let entryDepth: i32 = 0;
export let entryBound: u32 = 0;

/** Allocates 2^log bytes, at least 16 KiB, and clears the table. Returns false if memory is insufficient. */
export function resizeHash(log: u32): bool {
  const wanted: usize = (<usize>1) << max<u32>(14, log);
  if (wanted > size) {
    const room = reserve(wanted);
    if (room === 0) return false;
    start = room;
    size = wanted;
  }
  clearHash(log);
  return true;
}

/** Clears the table and limits it to 2^log bytes: a short search need not clear memory that it cannot fill. */
export function clearHash(log: u32): void {
  used = min<usize>(size, (<usize>1) << max<u32>(14, log));
  memory.fill(start, 0, used);
  age = 0;
}

/** Marks the start of the next search. */
export function ageHash(): void {
  age = (age + 1) & 63;
}

function bucketOf(key: u64): usize {
  return start + ((<usize>key * BUCKET) & (used - 1));
}

/** Finds the entry of a position. An entry: key u64, move u16, score i16, depth u8, age << 2 | bound u8. */
export function findEntry(key: u64): bool {
  const bucket = bucketOf(key);
  for (let at: usize = bucket; at < bucket + BUCKET; at += ENTRY) {
    if (load<u64>(at) !== key) continue;
    const bound = <u32>load<u8>(at, 13) & 3;
    if (bound === BOUND_NONE) continue;
    entryMove = load<u16>(at, 8);
    entryScore = load<i16>(at, 10);
    entryDepth = load<u8>(at, 12);
    entryBound = bound;
    return true;
  }
  return false;
}

/** Returns the priority of an entry: deep and recent entries come first. */
function keepOf(at: usize): i32 {
  const flags = <u32>load<u8>(at, 13);
  if ((flags & 3) === BOUND_NONE) return -1_000;
  return <i32>load<u8>(at, 12) - <i32>((age - (flags >> 2)) & 63) * 4;
}

/** Stores a result; `move` 0 preserves the stored move. */
export function keepEntry(key: u64, move: u32, score: i32, depth: i32, bound: u32): void {
  const bucket = bucketOf(key);
  let place = bucket;
  let least = i32.MAX_VALUE;
  let known: u32 = 0;
  for (let at: usize = bucket; at < bucket + BUCKET; at += ENTRY) {
    if (load<u64>(at) === key && (load<u8>(at, 13) & 3) !== 0) {
      place = at;
      known = load<u16>(at, 8);
      // A shallower bound does not replace a recent deeper one.
      const young = <u32>(load<u8>(at, 13) >> 2) === age;
      if (young && bound !== BOUND_EXACT && depth + 3 < <i32>load<u8>(at, 12)) return;
      break;
    }
    const keep = keepOf(at);
    if (keep < least) {
      least = keep;
      place = at;
    }
  }
  store<u64>(place, key);
  store<u16>(place, move === 0 ? known : move, 8);
  store<i16>(place, score, 10);
  store<u8>(place, max(0, depth), 12);
  store<u8>(place, (age << 2) | bound, 13);
}
