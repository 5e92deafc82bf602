import { expect, it } from 'vitest';
import { findRoomNumber, lastRoomNumbers } from './room-numbers.ts';

it.each([
  ['我来，房间号 8K2F7Q', '8K2F7Q'],
  ['8K2F7Q', '8K2F7Q'],
  ['ABCDEF来人', 'ABCDEF'],
  ['房间号是my-room，速来', 'my-room'],
  ['房间：A-1', 'A-1'],
  ['http://localhost:8080/play/room/link-1?x=1', 'link-1'],
  ['群号 234567', null],
  ['XABCDEF7', null],
  ['有人来下吗？5+3', null],
  ['房间真多', null],
])('%s names the room %s', (line, number) => {
  expect(findRoomNumber(line)).toBe(number);
});

it('finds each room at the last line that names it', () => {
  const lines = ['房间 a', '房间 b', '房间 c', '你好', '房间 d', '房间 b', '房间 e'];
  expect([...lastRoomNumbers(lines.map((text, index) => ({ key: `k${index}`, text })))]).toEqual([
    ['k6', 'e'],
    ['k5', 'b'],
    ['k4', 'd'],
    ['k2', 'c'],
    ['k0', 'a'],
  ]);
});
