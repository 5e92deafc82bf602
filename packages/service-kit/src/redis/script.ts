import { z } from 'zod';
import type { RedisClient } from './client.ts';

interface ScriptDef<Key extends string, Document extends string, Reply extends z.ZodType> {
  /** Name of the command that ioredis defines for it, unique among all scripts. */
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
  /** Whether a replica may run it. */
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

type Commands = Record<string, (...keysAndArguments: string[]) => Promise<unknown>>;

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
    return async (redis, keys, ...[arg, documents]) => {
      if (!(name in redis)) redis.defineCommand(name, { numberOfKeys: keyNames.length, lua, readOnly });
      const args = keyNames.map((key) => keys[key]);
      if (arg) args.push(JSON.stringify(arg), ...documentNames.map((one) => documents?.[one] ?? ''));
      const commands = redis as unknown as Commands;
      return reply.parse(await commands[name]!(...args));
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
