import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RedisClient } from './client.ts';

interface ScriptDef<Key extends string, Document extends string, Reply extends z.ZodType> {
  /** Unique among all scripts: the command that ioredis defines for one that writes. */
  name: string;
  /** The keys, available as locals of the script by these names. All share one hash slot. */
  keys: readonly Key[];
  /** Lua code; reads the argument from `arg`. An omitted field is nil; null would not be. */
  lua: string;
  reply: Reply;
  /**
   * Texts that the script only stores or publishes, available as locals by these names, '' if omitted. They are
   * separate arguments only in the commit of a move: escaped inside the JSON argument they cost 11 µs in Redis
   * instead of 9.
   */
  documents?: readonly Document[];
  /** Whether it writes nothing. It then needs only the right to read its keys. */
  readOnly?: boolean;
}

/** Runs the script. Rejects while Redis is unavailable, and if the reply does not match its schema. */
type Script<Key extends string, Arg, Document extends string, Reply> = (
  redis: RedisClient,
  keys: Readonly<Record<Key, string>>,
  ...arg: Arg extends undefined
    ? []
    : [Document] extends [never]
      ? [arg: Arg]
      : [arg: Arg, documents: Readonly<Partial<Record<Document, string | undefined>>>]
) => Promise<Reply>;

/** Runs a Lua script with its keys and arguments. */
type Run = (redis: RedisClient, keysAndArguments: string[]) => Promise<unknown>;
type Commands = Record<string, (...keysAndArguments: string[]) => Promise<unknown>>;

function runnerOf(name: string, lua: string, numberOfKeys: number): Run {
  return (redis, args) => {
    if (!(name in redis)) redis.defineCommand(name, { numberOfKeys, lua });
    return (redis as unknown as Commands)[name]!(...args);
  };
}

/** ioredis defines commands by EVALSHA alone, for which Redis demands the rights to read and write each key. */
function readOnlyRunnerOf(lua: string, numberOfKeys: number): Run {
  const sha = createHash('sha1').update(lua).digest('hex');
  return (redis, args) =>
    redis.evalsha_ro(sha, numberOfKeys, ...args).catch((error: Error) => {
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval_ro(lua, numberOfKeys, ...args);
    });
}

/** Returns `local NAMES = LIST[first], …`, or '' without names. */
function locals(names: readonly string[], list: 'KEYS' | 'ARGV', first: number): string {
  if (names.length === 0) return '';
  return `local ${names.join(', ')} = ${names.map((_, i) => `${list}[${first + i}]`).join(', ')}\n`;
}

/**
 * Defines a Lua script, which Redis runs atomically. Its argument is one JSON object. Numbers in Lua are doubles,
 * exact up to 2^53; pass texts that are compared with stored ones as strings.
 */
export function defineScript<Arg extends object | undefined = undefined>() {
  return <const Key extends string, Reply extends z.ZodType, const Document extends string = never>(
    def: ScriptDef<Key, Document, Reply>,
  ): Script<Key, Arg, Document, z.output<Reply>> => {
    const { name, keys: keyNames, documents: documentNames = [], reply, readOnly = false } = def;
    const head = `${locals(keyNames, 'KEYS', 1)}${locals(documentNames, 'ARGV', 2)}`;
    const lua = `${head}local arg = ARGV[1] and cjson.decode(ARGV[1])\n${def.lua}`;
    const run = readOnly ? readOnlyRunnerOf(lua, keyNames.length) : runnerOf(name, lua, keyNames.length);
    return async (redis, keys, ...[arg, documents]) => {
      const args = keyNames.map((key) => keys[key]);
      if (arg) args.push(JSON.stringify(arg), ...documentNames.map((one) => documents?.[one] ?? ''));
      return reply.parse(await run(redis, args));
    };
  };
}

/** Schema of a script's reply: 1 is true, 0 is false. */
export const FLAG = z.literal([0, 1]).transform((reply) => reply === 1);

/**
 * Schema of a stored JSON document in a reply; null if there is none. Only these services write them, so the shape is
 * not validated.
 */
export function storedJson<T>() {
  return z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : (JSON.parse(text) as T)));
}
