import { join } from 'node:path';
import { z } from 'zod';
import { parseRedisUrl } from './redis/address.ts';

/** The environment variables that more than one service reads; each service picks those that it needs. */
export const ENV = {
  PORT: z.coerce.number().int().min(0).max(65_535),
  HOST: z.string().default('127.0.0.1'),
  REDIS_URL: z
    .string()
    .refine((url) => parseRedisUrl(url) !== null, {
      error: 'one of redis://host:port, redis-sentinel://host:port,…/name, redis-cluster://host:port,…',
    })
    .default('redis://127.0.0.1:6379'),
  MONGODB_URL: z.url({ protocol: /^mongodb(\+srv)?$/ }).default('mongodb://127.0.0.1:27017/doushouqi'),
  JWT_PUBLIC_KEY_FILE: z.string().min(1),
  SERVICE_TOKEN_FILE: z.string().min(1),
  /** How long a process that was told to stop says that it drains and goes on, before it does. Milliseconds. */
  DRAIN_PAUSE_MS: z.coerce.number().int().min(0).max(3_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ID: z.string().regex(/^[a-zA-Z0-9-]{1,63}$/),
  /** Websockets and requests in hand of one address; at a realtime node its connections. */
  SESSIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(600),
  /** Words that nothing may hold that people show each other, one to a line; read anew when it changes. */
  MODERATION_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '..', 'config', 'keywords.txt')),
  /** The one switch of gather-writes.ts, so that what it buys can be measured. */
  GATHER_WRITES: z.stringbool().default(true),
};

type Source = Record<string, string | undefined>;
type ParsedEnv<T> = { ok: true; value: T } | { ok: false; problems: string[] };

/**
 * Checks an environment against a schema. Empty variables count as unset.
 * On failure: one readable line for each wrong variable.
 */
export function parseEnv<S extends z.ZodObject>(schema: S, source: Source): ParsedEnv<z.output<S>> {
  const present = Object.fromEntries(
    Object.keys(schema.shape)
      .filter((key) => source[key] !== undefined && source[key] !== '')
      .map((key) => [key, source[key]]),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? 'environment');
    return present[name] === undefined ? `${name} is missing` : `${name} is wrong: ${issue.message}`;
  });
  return { ok: false, problems: [...new Set(problems)] };
}

/** The typed environment of this process; on failure prints one line for each wrong variable and exits 1. */
export function readEnv<S extends z.ZodObject>(schema: S, source: Source = process.env): z.output<S> {
  const parsed = parseEnv(schema, source);
  if (parsed.ok) return parsed.value;
  for (const problem of parsed.problems) process.stderr.write(`environment: ${problem}\n`);
  process.exit(1);
}
