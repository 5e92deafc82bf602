import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damageOf } from './wal-check.ts';

const COMMITS = 8;
const FRAME_BYTES = 24 + 4_096;

/** Log of a killed process: `COMMITS` commits of several pages each. */
let log: Buffer;
/** The same file restarted after a checkpoint, with fewer commits. */
let reused: Buffer;
let file: Buffer;
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'wal-check-'));
  const path = join(dir, 'made.sqlite');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, body BLOB)');
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const insert = db.prepare('INSERT INTO t (body) VALUES (?)');
  const fill = (count: number) => {
    for (let i = 0; i < count; i++) insert.run(Buffer.alloc(10_000, i + 1));
    return readFileSync(`${path}-wal`);
  };
  log = fill(COMMITS);
  file = readFileSync(path);
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  reused = fill(3);
  db.close();
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Returns the offsets of the frames that end a commit. */
function commitsOf(bytes: Buffer): number[] {
  const starts: number[] = [];
  for (let at = 32; at < bytes.length; at += FRAME_BYTES)
    if (bytes.readUInt32BE(at + 4) !== 0) starts.push(at);
  return starts;
}

/** Returns how many rows SQLite finds with this log. */
function recovered(bytes: Buffer): number {
  const path = join(dir, 'copy.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  writeFileSync(path, file);
  writeFileSync(`${path}-wal`, bytes);
  const db = new DatabaseSync(path);
  const count = db.prepare('SELECT count(*) AS n FROM t').get()!.n;
  db.close();
  return Number(count);
}

function flipped(at: number): Buffer {
  const bytes = Buffer.from(log);
  bytes[at]! ^= 0x10;
  return bytes;
}

describe('a log after a crash', () => {
  test('is intact', () => {
    expect(commitsOf(log)).toHaveLength(COMMITS);
    expect(log.length).toBeGreaterThan(32 + 3 * COMMITS * FRAME_BYTES);
    expect(damageOf(log)).toBeNull();
    expect(recovered(log)).toBe(COMMITS);
  });

  test('may end at any byte', () => {
    for (let length = 0; length <= log.length; length += 89)
      expect([length, damageOf(log.subarray(0, length))]).toEqual([length, null]);
    expect(damageOf(Buffer.alloc(log.length))).toBeNull();
  });

  test('may partly overwrite an earlier log', () => {
    expect(reused.length).toBe(log.length);
    expect(reused.subarray(0, 32).equals(log.subarray(0, 32))).toBe(false);
    expect(damageOf(reused)).toBeNull();
    for (let at = 32; at < reused.length; at += 89) {
      const torn = Buffer.concat([reused.subarray(0, at), log.subarray(at)]);
      expect([at, damageOf(torn)]).toEqual([at, null]);
    }
  });

  test('may lack any page of its last commit', () => {
    const [start, end] = commitsOf(log).slice(-2) as [number, number];
    for (let at = start + FRAME_BYTES; at <= end; at += FRAME_BYTES) {
      const torn = Buffer.from(log).fill(0, at, at + FRAME_BYTES);
      expect(damageOf(torn)).toBeNull();
      expect(recovered(torn)).toBe(COMMITS - 1);
    }
  });
});

describe('a damaged log', () => {
  test('is detected for a flipped bit anywhere before the last frame, which would lose commits', () => {
    const last = commitsOf(log).at(-1)!;
    const offsets = Array.from({ length: Math.floor(last / 61) }, (_, i) => i * 61);
    const everyByte = (at: number) => Array.from({ length: 24 }, (_, i) => at + i);
    const first = everyByte(32);
    const commit = everyByte(commitsOf(log)[3]!);
    const beforeLast = everyByte(last - FRAME_BYTES);
    for (const at of [...everyByte(0), ...first, ...commit, ...beforeLast, last - 1, ...offsets])
      expect([at, damageOf(flipped(at))]).toEqual([at, expect.any(String)]);
    expect(recovered(flipped(40))).toBe(0);
    expect(recovered(flipped(commitsOf(log)[3]! + 30))).toBe(3);
  });

  test('is not detected for a flipped bit in the last frame, which looks like a torn commit', () => {
    const last = commitsOf(log).at(-1)!;
    for (let at = last; at < log.length; at += 61) expect([at, damageOf(flipped(at))]).toEqual([at, null]);
    expect(recovered(flipped(last + 30))).toBe(COMMITS - 1);
  });

  test('is detected for a missing page before two later commits', () => {
    const before = commitsOf(log).at(-3)!;
    for (let at = 32; at <= before; at += FRAME_BYTES)
      expect([at, damageOf(Buffer.from(log).fill(0, at, at + FRAME_BYTES))]).toEqual([
        at,
        expect.any(String),
      ]);
  });

  test('is reported with its offset; everything before the offset is intact', () => {
    const at = commitsOf(log)[4]!;
    const byte = /byte (\d+)/.exec(damageOf(flipped(at + 500))!)![1];
    expect(Number(byte)).toBe(at);
    expect(damageOf(log.subarray(0, at))).toBeNull();
    expect(recovered(log.subarray(0, at))).toBe(4);
  });

  test('is detected for a foreign header', () => {
    expect(damageOf(Buffer.from(log).fill(0, 0, 32))).toMatch(/header/);
    expect(damageOf(Buffer.from('this is a text file and not a log'))).toMatch(/header/);
  });
});
