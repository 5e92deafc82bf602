/**
 * The file of all tables: magic, checksum of the values as u32 (little-endian), number of wins and losses of each
 * table's scale as one byte each, then the coded ranks.
 */
import { type Scale, TableCodec } from './codec.ts';
import { BitReader, BitWriter } from './coder.ts';
import { NO_POSITION, TABLES, VALUE_COUNT } from './materials.ts';
import { Predictor } from './predictor.ts';

/** Change it with every incompatible change of the format. */
const MAGIC = [0x44, 0x53, 0x51, 0x31];
const SCALES_AT = 8;

/** Thrown for an invalid or damaged file. */
export class TableFileError extends Error {}

/** FNV-1a. */
function checksum(values: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < values.length; at++) hash = Math.imul(hash ^ values[at]!, 0x01000193);
  return hash >>> 0;
}

/** A value is 0 for a draw, else plies to the end of the game plus 1: odd for a loss, even for a win. */
function rankOf(value: number, { wins, losses }: Scale): number {
  if (value === NO_POSITION) return value;
  if (value === 0) return wins;
  return value % 2 === 0 ? value / 2 - 1 : wins + losses - (value - 1) / 2;
}

function valueAtRank(rank: number, { wins, losses }: Scale): number {
  if (rank === NO_POSITION) return rank;
  if (rank === wins) return 0;
  return rank < wins ? 2 * rank + 2 : 2 * (wins + losses - rank) + 1;
}

function scaleOf(values: Uint8Array): Scale {
  let wins = 0;
  let losses = 0;
  for (const value of values) {
    if (value === NO_POSITION || value === 0) continue;
    if (value % 2 === 0) wins = Math.max(wins, value / 2);
    else losses = Math.max(losses, (value + 1) / 2);
  }
  return { wins, losses };
}

/** Packs the values of all tables, each at its table's offset. */
export function packTables(values: Uint8Array): Uint8Array {
  const tables = [...TABLES.values()];
  const parts = tables.map(({ offset, size }) => values.subarray(offset, offset + size));
  const scales = parts.map(scaleOf);
  const writer = new BitWriter();
  const predictor = new Predictor();
  for (const [index, table] of tables.entries()) {
    const scale = scales[index]!;
    const ranks = parts[index]!.map((value) => rankOf(value, scale));
    new TableCodec(writer, predictor, table, scale, ranks).run().forEach(() => {});
  }
  const header = new Uint8Array(SCALES_AT);
  header.set(MAGIC);
  new DataView(header.buffer).setUint32(4, checksum(values), true);
  const lengths = scales.flatMap(({ wins, losses }) => [wins, losses]);
  return Uint8Array.from([...header, ...lengths, ...writer.end()]);
}

/**
 * Unpacks a file into `values`, in steps of about a millisecond, so that the caller can handle messages in between.
 * The values are valid if it ends without a `TableFileError`.
 */
export function* unpackTables(file: Uint8Array, values: Uint8Array): Generator<void> {
  const scaleBytes = 2 * TABLES.size;
  const start = SCALES_AT + scaleBytes;
  if (file.length < start || MAGIC.some((byte, at) => file[at] !== byte)) {
    throw new TableFileError('not a file of endgame tables');
  }
  const reader = new BitReader(file, start);
  const predictor = new Predictor();
  let at = SCALES_AT;
  for (const table of TABLES.values()) {
    const scale = { wins: file[at]!, losses: file[at + 1]! };
    at += 2;
    const part = values.subarray(table.offset, table.offset + table.size);
    yield* new TableCodec(reader, predictor, table, scale, part).run();
    for (let index = 0; index < part.length; index++) part[index] = valueAtRank(part[index]!, scale);
  }
  const expected = new DataView(file.buffer, file.byteOffset).getUint32(4, true);
  if (values.length !== VALUE_COUNT || checksum(values) !== expected) {
    throw new TableFileError('the endgame tables are damaged');
  }
}
