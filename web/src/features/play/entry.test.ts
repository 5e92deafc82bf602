import { expect, it } from 'vitest';
import { roomNumber } from '../../client/rooms.ts';
import { roomNumberError } from './entry.ts';

it('creates valid room numbers from any bytes', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const number = roomNumber(new Uint8Array(6).fill(byte));
    expect(number).toMatch(/^[A-HJKMNP-Z2-9]{6}$/);
    expect(roomNumberError(number)).toBeUndefined();
  }
});

it.each([
  ['', '请输入房间号'],
  ['   ', '请输入房间号'],
  ['a b', '房间号须为 1–20 位字母、数字、- 或 _'],
  ['房间', '房间号须为 1–20 位字母、数字、- 或 _'],
  ['x'.repeat(21), '房间号须为 1–20 位字母、数字、- 或 _'],
  [' 8K2F7Q ', undefined],
  ['a-_9', undefined],
])('room number %j: %s', (text, message) => {
  expect(roomNumberError(text)).toBe(message);
});
