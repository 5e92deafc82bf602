import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { tarGz, zip } from '../../src/downloads/archives.ts';

const ENTRIES = [
  { path: 'dsq/run', content: Buffer.from('#!/bin/sh\necho ran\n'), isExecutable: true },
  { path: 'dsq/文字.txt', content: Buffer.alloc(5_000, 'x') },
];

test('tar reads the archive, and what may be run may be run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'it.tar.gz'), tarGz(ENTRIES));
  execFileSync('tar', ['xzf', 'it.tar.gz'], { cwd: folder });
  expect(String(execFileSync(join(folder, 'dsq', 'run')))).toBe('ran\n');
  expect(readFileSync(join(folder, 'dsq', '文字.txt'), 'utf8')).toBe('x'.repeat(5_000));
  expect(statSync(join(folder, 'dsq', '文字.txt')).mode & 0o111).toBe(0);
});

test('the zip lists its files where its end says, each with its length and its checksum', () => {
  const archive = zip(ENTRIES);
  const end = archive.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06054b50);
  expect(end.readUInt16LE(10)).toBe(ENTRIES.length);
  let at = end.readUInt32LE(16);
  for (const { path, content } of ENTRIES) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    expect(archive.subarray(at + 46, at + 46 + nameLength).toString()).toBe(path);
    const [sum, packed] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
    const local = archive.readUInt32LE(at + 42);
    const data = local + 30 + archive.readUInt16LE(local + 26);
    const unpacked = inflateRawSync(archive.subarray(data, data + packed));
    expect(unpacked.equals(content)).toBe(true);
    expect([sum, archive.readUInt32LE(at + 24)]).toEqual([crc32(content), content.length]);
    at += 46 + nameLength;
  }
  expect(at).toBe(archive.length - 22);
});
