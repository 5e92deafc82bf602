import { join } from 'node:path';
import type { PublicService } from '@doushouqi/protocol';
import {
  type CalledBy,
  calledBy,
  NEED_VARIABLES,
  type NeedOf,
  needsOf,
  PUBLIC_SERVICES,
  type Role,
  urlVariable,
} from '@doushouqi/protocol/server';
import { z } from 'zod';
import { parseRedisUrl } from './redis/address.ts';
import { INNER_NETWORKS, isProxyList } from './trusted-proxies.ts';

/** A replica set has several hosts, which no URL may have (https://www.mongodb.com/docs/manual/reference/connection-string/). */
const MONGODB_URL = /^mongodb(\+srv)?:\/\/([^@/?\s]+@)?[^@/?,\s]+(,[^@/?,\s]+)*(\/[^?\s]*)?(\?\S*)?$/;

/**
 * Notes that `npm run generate` writes about a variable into README.md and .env.example. `fallback` replaces the
 * schema's default where that would not help a reader.
 */
export interface VariableNotes {
  description: string;
  fallback?: string;
}

/** Schema of a whole number with a default. */
export function count(
  fallback: number,
  description: string,
  { min = 1, max = Number.MAX_SAFE_INTEGER } = {},
) {
  return z.coerce.number().int().min(min).max(max).default(fallback).meta({ description });
}

/** Schema of the base address of a service. */
export function serviceUrl(service: string) {
  return z.url({ protocol: /^https?$/ }).meta({ description: `Base address of ${service}.` });
}

const optional = z.string().optional();

/** The environment variables that more than one service reads. */
export const ENV = {
  PORT: z.coerce.number().int().min(0).max(65_535).meta({
    description: 'Port to listen on; for `npm start` that of the gateway.',
    fallback: '8080 (`npm start`, gateway)',
  }),
  HOST: z.string().default('127.0.0.1').meta({
    description: 'Address to listen on; for `npm start` that of the gateway.',
  }),
  REDIS_URL: z
    .string()
    .refine((url) => parseRedisUrl(url) !== null, {
      error: 'one of redis://host:port, redis-sentinel://host:port,…/name, redis-cluster://host:port,…',
    })
    .default('redis://127.0.0.1:6379')
    .meta({
      description:
        'A Redis server, sentinels or a cluster (docs/redis.md). `npm start` runs its own if it is not set.',
    }),
  MONGODB_URL: z
    .string()
    .regex(MONGODB_URL, { error: 'mongodb://host:port,…/database, or mongodb+srv://host/database' })
    .default('mongodb://127.0.0.1:27017/doushouqi')
    .meta({
      description: 'The document store. `npm start` and the tests use the embedded store if it is not set.',
    }),
  JWT_PUBLIC_KEY_FILE: z.string().min(1).meta({
    description:
      'PEM file of the ES256 public keys that verify user tokens, more than one during a rotation. Reloaded on change.',
  }),
  JWT_PRIVATE_KEY_FILE: z.string().min(1).meta({
    description: 'PEM file of the ES256 private key that signs user tokens. Reloaded on change.',
  }),
  SERVICE_TOKEN_FILE: z.string().min(1).meta({
    description:
      'File with the token of calls between services and further accepted tokens, one to a line. Reloaded on change.',
  }),
  DRAIN_PAUSE_MS: count(
    0,
    'Pause of a stopping process between 503 on `/readyz` and the drain, ms; at most 3000.',
    { min: 0, max: 3_000 },
  ),
  GATEWAY_NETWORKS: z
    .string()
    .refine(isProxyList, {
      error: 'addresses, ranges like 10.0.0.0/8, loopback, linklocal, uniquelocal',
    })
    .default(INNER_NETWORKS)
    .meta({
      description:
        'Networks from which gateways call, separated by commas: their `X-Forwarded-For` names the client, by whose address limits count.',
    }),
  NODE_ID: z
    .string()
    .regex(/^[a-zA-Z0-9-]{1,63}$/)
    .meta({
      description: 'Name of a realtime node, the prefix of its session ids: letters, digits and dashes.',
    }),
  SESSIONS_PER_NODE: count(
    500,
    'Sessions of each realtime node before another one is used; 0: all at once. The same for gateways and nodes.',
    { min: 0 },
  ),
  KUBECONFIG: optional.meta({
    description: 'File with the access to the Kubernetes API server, for trials outside a cluster.',
    fallback: 'the service account of the pod',
  }),
  ACCESS_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '..', 'config', 'access.json'))
    .meta({
      description:
        'Who may register, play as a guest or connect, as JSON (docs/operations.md). Reloaded on change.',
      fallback: 'packages/service-kit/config/access.json',
    }),
  MODERATION_FILE: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '..', 'config', 'keywords.txt'))
    .meta({
      description: 'Words that no nickname, line or message may contain, one to a line. Reloaded on change.',
      fallback: 'packages/service-kit/config/keywords.txt',
    }),
};

/** Variables that every process with a port reads by itself (`runService`, metrics, traces). */
export const PROCESS_ENV = z.object({
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'fatal, error, warn, info, debug, trace or silent.' }),
  BUILD_VERSION: z.string().default('dev').meta({
    description: 'Version of this build, for the metric `doushouqi_build_info`.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.meta({
    description: 'Address that receives traces, OTLP over HTTP (docs/observability.md).',
    fallback: 'no traces',
  }),
  OTEL_TRACES_SAMPLER: optional.meta({
    description: 'Which traces are recorded, as the standard defines it.',
    fallback: 'parentbased_always_on',
  }),
  OTEL_TRACES_SAMPLER_ARG: optional.meta({
    description: 'The share of them that `traceidratio` records, 0 to 1.',
    fallback: '1',
  }),
  SUPERVISED: optional.meta({
    description: '1: stop when standard input closes: the supervisor has ended.',
  }),
});

type Needed<Name extends Role> = (typeof NEED_VARIABLES)[NeedOf<Name>];
type Called<Name extends Role> = Name extends PublicService ? 'GATEWAY_NETWORKS' : never;
type ServiceShape<Name extends Role, Own> = Omit<
  Pick<typeof ENV, 'PORT' | 'HOST' | 'DRAIN_PAUSE_MS' | Called<Name> | Needed<Name>> & {
    [Url in `${Uppercase<CalledBy<Name>>}_URL`]: ReturnType<typeof serviceUrl>;
  },
  keyof Own
> &
  Own;
export type ServiceEnvironment<Name extends Role, Own extends z.core.$ZodShape> = z.ZodObject<
  ServiceShape<Name, Own>
>;

/**
 * Returns the environment schema of a service: the variables of its needs and calls, and its own, which replace
 * others of the same name. `npm run generate` reads it from the definition in `services/SERVICE/src/service.ts`.
 */
export function serviceEnvironment<Name extends Role, Own extends z.core.$ZodShape>(service: Name, own: Own) {
  const { PORT, HOST, DRAIN_PAUSE_MS, GATEWAY_NETWORKS } = ENV;
  const isPublic = PUBLIC_SERVICES.some((name) => name === service);
  const needed = needsOf(service).map((need) => [NEED_VARIABLES[need], ENV[NEED_VARIABLES[need]]]);
  const called = calledBy(service).map((name) => [urlVariable(name), serviceUrl(name)]);
  const shape = {
    ...{ PORT, HOST, DRAIN_PAUSE_MS, ...(isPublic && { GATEWAY_NETWORKS }) },
    ...Object.fromEntries([...needed, ...called]),
    ...own,
  };
  return z.object(shape as ServiceShape<Name, Own>);
}

type Source = Record<string, string | undefined>;
type ParsedEnv<T> = { ok: true; value: T } | { ok: false; problems: string[] };

/**
 * Checks an environment against a schema. Empty variables count as unset. On failure returns one readable line for
 * each invalid variable.
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

/**
 * Returns the typed environment of this process. On failure prints one line for each invalid variable and exits with
 * 1.
 */
export function readEnv<S extends z.ZodObject>(schema: S, source: Source = process.env): z.output<S> {
  const parsed = parseEnv(schema, source);
  if (parsed.ok) return parsed.value;
  for (const problem of parsed.problems) process.stderr.write(`environment: ${problem}\n`);
  process.exit(1);
}
