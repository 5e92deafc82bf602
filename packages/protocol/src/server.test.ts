import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS, nickname, password, type RouteDef, registration, roomId, username } from './index.ts';
import { CLIENT_EVENTS, finishedGame, ROUTES } from './server.ts';

function accepts(schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) {
  return schema.safeParse(value).success;
}

describe('fields', () => {
  test.each([
    [
      'username',
      username,
      ['abc', 'A_9', 'x'.repeat(20)],
      ['ab', 'x'.repeat(21), '张三丰', 'a b', 'a-b', { $gt: '' }, 5],
    ],
    [
      'nickname',
      nickname,
      ['山', '山君在此', '😀'.repeat(12)],
      ['', '  ', 'x'.repeat(13), 'a\u200bb', 'a\nb', null],
    ],
    [
      'password',
      password,
      ['12345678', '密'.repeat(8), 'x'.repeat(72)],
      ['', '1234567', 'x'.repeat(73), ['12345678']],
    ],
    [
      'room number',
      roomId,
      ['1', '8K2F7Q', 'a-b_c', ' 42 '],
      ['', ' ', 'x'.repeat(21), 'a/b', '房间', '{room}', {}],
    ],
  ] as const)('%s', (_, schema, good, bad) => {
    for (const value of good) expect([value, accepts(schema, value)]).toEqual([value, true]);
    for (const value of bad) expect([value, accepts(schema, value)]).toEqual([value, false]);
  });

  test('refuses a confirmation that does not match', () => {
    const form = { username: 'abc', nickname: '山君', password: '12345678', confirmPassword: '12345679' };
    expect(registration.safeParse(form).error?.issues).toMatchObject([
      { path: ['confirmPassword'], message: '两次输入的密码不一致' },
    ]);
  });

  test('accepts a move only with its four fields in range', () => {
    const move = { roomId: 'r', from: { x: 0, y: 0 }, to: { x: 0, y: 1 }, player: 1 };
    expect(CLIENT_EVENTS.move.message.parse({ ...move, extra: 1 })).toEqual(move);
    for (const broken of [
      { player: 3 },
      { from: { x: 7, y: 0 } },
      { to: { x: 0.5, y: 0 } },
      { ply: -1 },
      { id: 'x'.repeat(37) },
    ]) {
      expect(accepts(CLIENT_EVENTS.move.message, { ...move, ...broken })).toBe(false);
    }
  });
});

test('has Chinese messages and statuses that do not log the client out', () => {
  for (const [code, { status, message }] of Object.entries(ERRORS)) {
    if (code === 'TOKEN_EXPIRED') continue;
    expect([code, /\p{Script=Han}/u.test(message)]).toEqual([code, true]);
    if (!['UNAUTHORIZED', 'ACCOUNT_CLOSED', 'INTERNAL'].includes(code))
      expect([401, 403, 500]).not.toContain(status);
  }
});

test('names every path parameter, and marks only calls between services as internal', () => {
  for (const [name, route] of Object.entries(ROUTES)) {
    const named = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const declared = 'params' in route ? Object.keys(route.params.shape) : [];
    expect([name, declared]).toEqual([name, named]);
    expect(route.path.startsWith('/internal/')).toBe(route.auth === 'service');
  }
});

test('every file of routes is of one service and in the table, and no name is used twice', async () => {
  const folder = join(import.meta.dirname, 'routes');
  const topics = readdirSync(folder)
    .map((file) => file.replace('.ts', ''))
    .filter((name) => name !== 'index' && name !== 'done');
  const names: string[] = [];
  for (const topic of topics) {
    const file: Record<string, Record<string, RouteDef>> = await import(join(folder, `${topic}.ts`));
    const routes = file[`${topic}Routes`] ?? {};
    names.push(...Object.keys(routes));
    expect([topic, new Set(Object.values(routes).map((route) => route.service)).size]).toEqual([topic, 1]);
  }
  expect(names.sort()).toEqual(Object.keys(ROUTES).sort());
});

test('reads a finished game without a rule set as one of the first rule set', () => {
  const waiting = {
    gameId: 'g',
    roomId: 'R',
    players: ['a'.repeat(24), 'b'.repeat(24)],
    record: '000124536701',
    winner: 2,
    endReason: 'SURRENDER',
    timeControl: { initial: 5, increment: 3 },
    startTime: 0,
    endTime: 1,
    moveTimes: [1, 2],
  };
  expect(finishedGame.parse(waiting).ruleSet).toBe('online-1');
  expect(finishedGame.safeParse({ ...waiting, ruleSet: 'online-0' }).success).toBe(false);
});
