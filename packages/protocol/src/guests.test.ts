import { expect, test } from 'vitest';
import { ANIMAL_AVATARS, guestName, hasZeroBits, isChatPhrase, nickname } from './index.ts';

test.each([
  [[0, 0], 4, '小鼠 1000', 'rat.png'],
  [[0.6, 0.19], 4, '小豹 2710', 'leopard.png'],
  [[0.999_999, 0.999_999_9], 4, '小象 9999', 'elephant.png'],
  [[0.3, 0.999_999_999], 8, '小狗 99999999', 'dog.png'],
])('generates a valid nickname from %j with %i digits', (drawn, digits, expected, avatar) => {
  const numbers = [...drawn];
  const name = guestName(() => numbers.shift()!, digits);
  expect(name).toEqual({ nickname: expected, avatar });
  expect(nickname.parse(name.nickname)).toBe(expected);
  expect(ANIMAL_AVATARS).toContain(name.avatar);
});

test.each([
  [[0x00, 0x00, 0x00, 0x00], 32, true],
  [[0x00, 0x00, 0xff, 0xff], 16, true],
  [[0x00, 0x00, 0xff, 0xff], 17, false],
  [[0x00, 0x01, 0x00, 0x00], 16, false],
  [[0xff, 0x00, 0x00, 0x00], 1, false],
])('counts the zero bits of %j: %i', (hash, bits, expected) => {
  expect(hasZeroBits(Uint8Array.from(hash), bits)).toBe(expected);
});

test('knows the ready-made phrases, and no property names', () => {
  expect(['好棋！', '好棋', 'nice', 'toString', ''].map(isChatPhrase)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
