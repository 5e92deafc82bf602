import { describe, expect, test } from 'vitest';
import { errorOf, isUnavailable, toAppError } from './errors.ts';
import { redisRetryDelay } from './redis.ts';

function named(name: string, message = '') {
  return Object.assign(new Error(message), { name });
}
function coded(code: string) {
  return Object.assign(new Error('socket'), { code });
}

describe('errors', () => {
  test("use the catalog's status and message unless overridden", () => {
    expect(errorOf('ROOM_FULL')).toMatchObject({ code: 'ROOM_FULL', status: 400, message: '房间已满' });
    const own = errorOf('INVALID_INPUT', { message: '请输入房间号', status: 409, retryAfter: 3 });
    expect(own).toMatchObject({ message: '请输入房间号', status: 409, retryAfter: 3 });
  });

  test.each([
    named('MaxRetriesPerRequestError'),
    named('MongoServerSelectionError'),
    named('MongooseError', 'Cannot call `users.findOne()` before initial connection is complete if …'),
    named('Error', 'Command timed out'),
    named('ReplyError', 'LOADING Redis is loading the dataset in memory'),
    coded('ECONNREFUSED'),
  ])('an unavailable store becomes UNAVAILABLE: %s', (error) => {
    expect(isUnavailable(error)).toBe(true);
    expect(toAppError(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfter: 1 });
  });

  test.each([
    named('TypeError'),
    named('MongoServerError', 'E11000'),
    coded('ENOENT'),
    'thrown text',
    undefined,
  ])('other errors become INTERNAL: %s', (error) => {
    expect(isUnavailable(error)).toBe(false);
    expect(toAppError(error)).toMatchObject({ code: 'INTERNAL', status: 500 });
  });
});

test('Redis is retried without end, at intervals of at most 1 s', () => {
  expect([1, 2, 3, 6, 5_000].map(redisRetryDelay)).toEqual([50, 100, 200, 1_000, 1_000]);
});
