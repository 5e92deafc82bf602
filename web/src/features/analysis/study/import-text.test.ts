import { describe, expect, test } from 'vitest';
import { decodeText, normalizeImport } from './import-text.ts';
import { readImport } from './read-import.ts';

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g)!, (two) => Number.parseInt(two, 16));
}

describe('decodeText', () => {
  test.each([
    ['UTF-8', 'e7baa2e696b9', '红方'],
    ['UTF-8 with a mark', 'efbbbfe7baa2e696b9', '红方'],
    ['UTF-16, little-endian', 'fffea27eb965', '红方'],
    ['UTF-16, big-endian', 'feff7ea265b9', '红方'],
    ['gb18030', 'baecb7bdcaa4', '红方胜'],
    ['Big5', 'acf5a4e8b3d3', '紅方勝'],
  ])('reads %s', (_, hex, text) => {
    expect(decodeText(bytes(hex))).toBe(text);
  });
});

describe('normalizeImport', () => {
  test.each([
    ['１．鼠Ａ７→Ａ６', '1.鼠A7→A6'],
    ['1、鼠A7->A6', '1.鼠A7→A6'],
    ['\u200b1. \u200e鼠A7\u2060 - A6', '1. 鼠A7→A6'],
    ['1。 鼠a7—a6', '1. 鼠A7→A6'],
    ['貓A1→A2 獅B1→B2吃象', '猫A1→A2 狮B1→B2吃象'],
  ])('of %j is %j', (typed, text) => {
    expect(normalizeImport(typed)).toBe(text);
  });

  test('leaves comments and headers alone', () => {
    const text = '[Red "１．獅\u200d"] {1、a->b \\} 貓} ';
    expect(normalizeImport(text)).toBe(text);
  });

  test('is linear for braces and quotes without an end', () => {
    const text = '{"'.repeat(200_000);
    const begun = performance.now();
    normalizeImport(text);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

test('a board with wide digits and slashes is read', () => {
  const board = 'l5t／1d3c1／r1j1w1e／７/7/7/E1W1J1R/1C3D1/T5L w';
  expect(readImport(board)).toMatchObject({ ok: true, value: { kind: 'position' } });
});
