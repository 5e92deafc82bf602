/**
 * Reads SQLite's write-ahead log as it lies on the disk (https://sqlite.org/fileformat2.html#the_write_ahead_log).
 * SQLite itself takes the frames up to the first one that does not fit and forgets the rest without a word: right
 * for what a crash cut off in the middle of a commit, wrong for what was committed and damaged later.
 *
 * A header of 32 bytes, then frames: 24 bytes of header and one page of the database. Each frame carries the salts
 * of the log's header, so that frames from before the log was begun anew are known, and a checksum over itself and
 * everything before it. The last frame of a commit names the size of the database; others have 0 there.
 */

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit says in which byte order the checksums are counted: 0 little, 1 big. */
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
  /** How its salts compare with the log's: a flipped bit leaves one of the two as it was. */
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

/** SQLite's checksum of `length` bytes at `at`, carried on from `start`. */
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

/** Undefined when the header does not fit its own checksum. */
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

/** Looks for commits from the frame at `broken` on, which is the first that does not fit. */
function readRest(log: Log, broken: number, before: Checksum): Rest {
  const rest: Rest = { commits: 0, isDamaged: false };
  let changed = false;
  let afterGap = false;
  // The stored and the computed checksum: one of them survives a single error.
  let [told, counted] = [before, before];
  for (let at = broken; at + log.frameBytes <= log.view.byteLength; at += log.frameBytes) {
    const frame = readFrame(log, at);
    const sums = [frameSum(log, at, told), frameSum(log, at, counted)] as const;
    const isWhole = frame.salts === 'own' && sums.some((sum) => same(sum, frame.stored));
    // Behind a page that never arrived there is nothing to count a frame's checksum from.
    const isUnsure = frame.salts === 'own' && afterGap;
    if (!isWhole && !isUnsure && frame.salts !== 'foreign') changed = true;
    if ((isWhole || isUnsure) && frame.commits) {
      rest.commits += 1;
      rest.isDamaged ||= changed;
    }
    afterGap = frame.salts === 'foreign';
    told = frame.stored;
    counted = isWhole ? frame.stored : sums[0];
  }
  return rest;
}

/**
 * What is wrong with a log that holds more than SQLite would take from it, in words for the operator; null when
 * nothing acknowledged is missing.
 *
 * A commit is acknowledged when the disk has all of it, and only then the next one is written. So whatever stands
 * before two later commits was acknowledged, and so was a changed page before one. A page that is simply not there
 * before the last commit is what a power failure leaves, which may write the pages of one commit in any order.
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
