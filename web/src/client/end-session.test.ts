import { expect, it } from 'vitest';
import { sessionVerdict } from './end-session.ts';

it.each([
  [401, '请先登录', 'end'],
  [401, 'TOKEN_EXPIRED', 'expired'],
  [403, '', 'end'],
  [500, '', 'end'],
  [0, '网络连接失败', 'keep'],
  [400, 'TOKEN_EXPIRED', 'keep'],
  [404, '', 'keep'],
  [409, '', 'keep'],
  [429, '', 'keep'],
  [503, '', 'keep'],
] as const)('a reply %s %s means: %s', (status, message, verdict) => {
  expect(sessionVerdict({ status, message })).toBe(verdict);
});
