import { ApiError } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { joinFailure } from './join-failure.ts';

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
