/**
 * Checks SQLite's write-ahead log on the disk (https://sqlite.org/fileformat2.html#the_write_ahead_log). SQLite
 * itself reads the frames up to the first invalid one and silently discards the rest: right for a commit that a crash
 * interrupted, wrong for committed data that was damaged later.
 *
 * The log has a header of 32 bytes, then frames: 24 bytes of header and one page of the database. Each frame contains
 * the salts of the log's header, which distinguish it from frames of an earlier log, and a checksum over itself and
 * everything before it. The last frame of a commit contains the size of the database; others have 0 there.
 */

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit gives the byte order of the checksums: 0 little, 1 big. */
const MAGIC = 0x377f0682;

type Checksum = readonly [number, number];

interface Log {
  view: DataView;
  isBigEndian: boolean;
  frameBytes: number;
  salts: Checksum;
  checksum: Checksum;
}

type Frame = {
  commits: boolean;
  /** How its salts compare with the log's. A flipped bit damages only one of the two salts. */
  salts: 'own' | 'damaged' | 'foreign';
  /** The checksum stored in the frame. */
  stored: Checksum;
};

function same(a: Checksum, b: Checksum): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function pairAt(view: DataView, at: number): Checksum {
  return [view.getUint32(at), view.getUint32(at + 4)];
}

/** Returns SQLite's checksum of `length` bytes at `at`, continued from `start`. */
function sumOf(
  { view, isBigEndian }: Pick<Log, 'view' | 'isBigEndian'>,
  at: number,
  length: number,
  start: Checksum,
): Checksum {
  let [a, b] = start;
  for (let i = at; i < at + length; i += 8) {
    a = (a + view.getUint32(i, !isBigEndian) + b) >>> 0;
    b = (b + view.getUint32(i + 4, !isBigEndian) + a) >>> 0;
  }
  return [a, b];
}

/** Returns undefined if the header does not match its own checksum. */
function readHeader(view: DataView): Log | undefined {
  const magic = view.getUint32(0);
  if ((magic & ~1) !== MAGIC) return undefined;
  const isBigEndian = (magic & 1) === 1;
  const checksum = pairAt(view, 24);
  if (!same(sumOf({ view, isBigEndian }, 0, 24, [0, 0]), checksum)) return undefined;
  const frameBytes = FRAME_HEADER_BYTES + view.getUint32(8);
  return { view, isBigEndian, frameBytes, salts: pairAt(view, 16), checksum };
}

function readFrame({ view, salts }: Log, at: number): Frame {
  const [salt1, salt2] = pairAt(view, at + 8);
  const known = Number(salt1 === salts[0]) + Number(salt2 === salts[1]);
  return {
    commits: view.getUint32(at + 4) !== 0,
    salts: (['foreign', 'damaged', 'own'] as const)[known]!,
    stored: pairAt(view, at + 16),
  };
}

function frameSum(log: Log, at: number, start: Checksum): Checksum {
  const head = sumOf(log, at, 8, start);
  return sumOf(log, at + FRAME_HEADER_BYTES, log.frameBytes - FRAME_HEADER_BYTES, head);
}

/** State of the log after the frames that SQLite accepts. */
interface Rest {
  commits: number;
  /** A frame of this log was changed, and a commit comes after it. */
  isDamaged: boolean;
}

/** Searches for commits from the frame at `broken` on, which is the first invalid one. */
function readRest(log: Log, broken: number, before: Checksum): Rest {
  const rest: Rest = { commits: 0, isDamaged: false };
  let changed = false;
  let afterGap = false;
  // The stored and the computed checksum: a single error leaves one of them correct.
  let [fromStored, computed] = [before, before];
  for (let at = broken; at + log.frameBytes <= log.view.byteLength; at += log.frameBytes) {
    const frame = readFrame(log, at);
    const sums = [frameSum(log, at, fromStored), frameSum(log, at, computed)] as const;
    const isWhole = frame.salts === 'own' && sums.some((sum) => same(sum, frame.stored));
    // After a missing page there is no previous checksum to verify a frame with.
    const isUnsure = frame.salts === 'own' && afterGap;
    if (!isWhole && !isUnsure && frame.salts !== 'foreign') changed = true;
    if ((isWhole || isUnsure) && frame.commits) {
      rest.commits += 1;
      rest.isDamaged ||= changed;
    }
    afterGap = frame.salts === 'foreign';
    fromStored = frame.stored;
    computed = isWhole ? frame.stored : sums[0];
  }
  return rest;
}

/**
 * Describes the damage of a log that contains more acknowledged data than SQLite would recover; null if nothing is
 * missing.
 *
 * A commit is acknowledged when the disk has all of it, and only then the next one is written. So everything before
 * two later commits was acknowledged, and so was a changed page before one later commit. A missing page before the
 * last commit is the result of a power failure, because the pages of one commit may be written in any order.
 */
export function damageOf(bytes: Uint8Array): string | null {
  if (bytes.length <= HEADER_BYTES || bytes.every((byte) => byte === 0)) return null;
  const log = readHeader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (log === undefined) return 'its header does not match its checksum';
  let checksum = log.checksum;
  for (let at = HEADER_BYTES; at + log.frameBytes <= bytes.length; at += log.frameBytes) {
    const frame = readFrame(log, at);
    const fits = frame.salts === 'own' && same(frameSum(log, at, checksum), frame.stored);
    if (fits) {
      checksum = frame.stored;
      continue;
    }
    const { commits, isDamaged } = readRest(log, at, checksum);
    return isDamaged || commits > 1 ? `from byte ${at} on, before a later commit` : null;
  }
  return null;
}
