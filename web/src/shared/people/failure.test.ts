import { ApiError, errorBody } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { failureText } from './failure.ts';

it.each([
  ['a refusal', new ApiError(400, errorBody('FRIEND_OFFLINE')), '操作失败：好友当前不在线'],
  ['a flood', new ApiError(429, errorBody('CHAT_FLOOD')), '操作失败：说得太快了，歇一会儿再说'],
  [
    'a service that is away',
    new ApiError(503, errorBody('UNAVAILABLE')),
    '操作失败：服务暂时不可用，请稍后再试',
  ],
  ['no network', new ApiError(0, { code: 'NETWORK', message: '网络连接失败' }), '操作失败：网络连接失败'],
  ['a bug of the server', new ApiError(500, errorBody('INTERNAL')), '操作失败，请重试'],
  ['an old token', new ApiError(401, errorBody('TOKEN_EXPIRED')), '操作失败，请重试'],
  ['a bug of ours', new TypeError('x is not a function'), '操作失败，请重试'],
])('%s', (_, error, text) => expect(failureText(error, '操作失败')).toBe(text));
