import { ApiError } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { roomNumber } from '../../client/rooms.ts';
import { joinFailure, roomNumberError } from './entry.ts';

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

it.each([
  [new ApiError(401, { code: 'UNAUTHORIZED', message: '请先登录' }), { key: 'needLogin' }],
  [new ApiError(401, { code: 'TOKEN_EXPIRED', message: 'TOKEN_EXPIRED' }), { key: 'needLogin' }],
  [new ApiError(400, { code: 'ROOM_FULL', message: '房间已满' }), { key: 'full' }],
  [new ApiError(400, { code: 'INVALID_INPUT', message: '房间号有误' }), { message: '房间号有误' }],
  [new ApiError(400, { code: 'INVALID_INPUT', message: '' }), { key: 'joinFailed' }],
  [new ApiError(500, { code: 'INTERNAL', message: 'x' }), { key: 'failed' }],
  [new ApiError(503, { code: 'UNAVAILABLE', message: 'x' }), { key: 'failed' }],
  [new ApiError(0, { code: 'NETWORK', message: '网络连接失败' }), { message: '网络连接失败' }],
  [new TypeError('bug'), { key: 'failed' }],
])('%o is shown as %j', (error, shown) => {
  expect(joinFailure(error)).toEqual(shown);
});
