import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestRedis } from '../../testing/index.ts';
import { closeRedis, connectRedis } from '../redis.ts';
import { defineScript, FLAG, storedJson } from './script.ts';

const server = await startTestRedis();
const redis = connectRedis(server.url, { role: 'command' });
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

test('a script accesses its keys, argument and documents by name', async () => {
  const store = defineScript<{ names: string[]; at: number; isOpen?: boolean | undefined }>()({
    name: 'testStore',
    keys: ['first', 'second'],
    documents: ['text', 'note'],
    lua: `
      redis.call('SET', first, text)
      redis.call('SET', second, arg.at)
      return {arg.names[2], #arg.names, arg.isOpen and 1 or 0, note}
    `,
    reply: z.tuple([z.string(), z.number(), FLAG, z.string()]),
  });
  const keys = { second: '{a}2', first: '{a}1', other: 'x' };
  const text = '{"text":"兽\\n","empty":[]}';
  const at = 1_764_000_000_123;
  expect(await store(redis, keys, { names: ['a', '鼠'], at, isOpen: undefined }, { text })).toEqual([
    '鼠',
    2,
    false,
    '',
  ]);
  expect(await redis.mget('{a}1', '{a}2')).toEqual([text, String(at)]);
});

test('a script without an argument returns a stored document, or null', async () => {
  const read = defineScript()({
    name: 'testRead',
    keys: ['key'],
    lua: `return redis.call('GET', key)`,
    reply: storedJson<{ n: number }>(),
  });
  await redis.set('stored', '{"n":1}');
  expect([await read(redis, { key: 'stored' }), await read(redis, { key: 'none' })]).toEqual([
    { n: 1 },
    null,
  ]);
});

test('a script that only reads needs no right to write, and loads itself after a restart', async () => {
  const read = defineScript<{ field: string }>()({
    name: 'testReadOnly',
    keys: ['key'],
    lua: `return redis.call('HGET', key, arg.field)`,
    reply: z.string().nullable(),
    readOnly: true,
  });
  await redis.hset('shared', 'a', '1');
  await redis.acl('SETUSER', 'reader', 'on', '>secret', '%R~shared', '+@all');
  const reader = connectRedis(server.url.replace('//', '//reader:secret@'), { role: 'command' });
  expect(await read(reader, { key: 'shared' }, { field: 'a' })).toBe('1');
  await redis.script('FLUSH');
  expect(await read(reader, { key: 'shared' }, { field: 'b' })).toBeNull();
  await expect(read(reader, { key: 'other' }, { field: 'a' })).rejects.toThrow('NOPERM');
  await closeRedis(reader);
});

test('rejects a reply that does not match the schema', async () => {
  const count = defineScript()({ name: 'testCount', keys: ['key'], lua: 'return 2', reply: FLAG });
  await expect(count(redis, { key: 'k' })).rejects.toThrow('Invalid');
});
