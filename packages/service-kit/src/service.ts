import type { ServiceName } from '@doushouqi/protocol';
import { type CalledBy, type NeedOf, needsOf, type Role, urlVariable } from '@doushouqi/protocol/server';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { createTokenVerifier, type TokenVerifier } from './authenticate.ts';
import { ENV, readEnv, type ServiceEnvironment, serviceEnvironment } from './env.ts';
import { createHttpApp, type HttpApp } from './http-app.ts';
import { createInternalClient, type InternalClient } from './internal.ts';
import type { LiveFile, LiveFileOptions } from './live-file.ts';
import { pingMongo } from './mongo.ts';
import { createOriginSanctions, type OriginSanctions } from './origin-sanctions.ts';
import { openPublicKeys, type PublicKeys } from './public-keys.ts';
import { createLimits, type LimitDefs, type RateLimiter } from './rate-limit.ts';
import type { ReadinessChecks } from './readiness.ts';
import { checkRedis, type RedisClient } from './redis.ts';
import { openRedis, openStore, type Served, serve, servedApp } from './service-parts.ts';
import { openServiceTokens, type ServiceToken } from './service-token.ts';
import { runService, type ServiceContext } from './shutdown.ts';

/** The parts that the kit opens for each need in `SERVICES`. */
interface NeededParts {
  redis: { redis: RedisClient };
  mongodb: { connection: Connection };
  publicKey: { publicKeys: LiveFile<PublicKeys>; origins: OriginSanctions; verifier: TokenVerifier };
  privateKey: object;
  serviceToken: { serviceToken: ServiceToken };
}
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Env<Name extends Role, Own extends z.core.$ZodShape> = z.output<ServiceEnvironment<Name, Own>>;

/** The parts of every service; `SERVICES` decides which stores, keys and other services are among them. */
export type ServiceParts<
  Name extends Role,
  Own extends z.core.$ZodShape,
  Files,
  Models,
  Limit extends string,
  Constants,
> = ServiceContext &
  AllOf<NeededParts[NeedOf<Name>]> &
  Files &
  Models &
  Constants & {
    env: Env<Name, Own>;
    limits: Record<Limit, RateLimiter>;
    /** Calls another service. */
    client(called: CalledBy<Name>, timeoutMs?: number): InternalClient;
    /** Epoch ms. */
    now: () => number;
  };

/** The parts with what `open` adds or replaces. */
type Whole<Parts, Opened> = Omit<Parts, keyof Opened> & Opened;

interface ServiceOptions<
  Name extends Role,
  Own extends z.core.$ZodShape,
  Files,
  Models,
  Limit extends string,
  Constants,
  Opened,
> {
  /** `SERVICES` defines its needs and calls. */
  name: Name;
  /** Its variables, apart from those of its needs and calls. */
  environment?: Own;
  /** Opens further files. They are read first, so that a mistake in one stops the start at once. */
  files?(env: Env<Name, Own>, watched: Omit<LiveFileOptions<never>, 'path' | 'parse'>): Promise<Files>;
  /** Opens its collections with their indexes. The Job `indexes` does the same before a rollout. */
  models?(connection: Connection): Models | Promise<Models>;
  /** Migrates stored documents to the format of this version. Only the Job runs it. Idempotent. */
  prepare?(parts: Models & ServiceContext): Promise<void>;
  limits?(env: Env<Name, Own>): LimitDefs<Limit>;
  /** Intervals and timeouts that tests replace. */
  constants?: Constants;
  /** Largest body of a request, in the format of `express.json`. */
  bodyLimit?: string;
  /** The service also works without Redis, so `/readyz` does not check it. */
  worksWithoutRedis?: true;
  /** Starts background work. The result is added to the parts that the routes receive. */
  open(parts: ServiceParts<Name, Own, Files, Models, Limit, Constants>): Opened | Promise<Opened>;
  /** Mounts the routes. Must be a lambda: a reference to a function would end type inference here. */
  routes?(
    app: HttpApp,
    context: Whole<ServiceParts<Name, Own, Files, Models, Limit, Constants>, Opened>,
  ): void;
  /** Returns a server with its own readiness checks, instead of an app with routes. */
  server?(context: Whole<ServiceParts<Name, Own, Files, Models, Limit, Constants>, Opened>): Served;
  /** Further checks of `/readyz`. */
  readiness?(
    context: Whole<ServiceParts<Name, Own, Files, Models, Limit, Constants>, Opened>,
  ): ReadinessChecks;
}

/** Variables that the kit reads if the service needs them. */
interface KitEnv extends Record<string, unknown> {
  PORT: number;
  HOST: string;
  DRAIN_PAUSE_MS: number;
  REDIS_URL: string;
  MONGODB_URL: string;
  JWT_PUBLIC_KEY_FILE: string;
  SERVICE_TOKEN_FILE: string;
  /** Of public services. */
  GATEWAY_NETWORKS?: string;
}

type KitParts = ServiceContext & { now: () => number; redis?: RedisClient; connection?: Connection };

/** A service as the kit runs it. `Context`: the argument of its routes. */
export interface Service<Context = unknown, Limit extends string = string>
  extends Pick<
    ServiceOptions<Role, z.core.$ZodShape, object, object, Limit, object, object>,
    'name' | 'bodyLimit' | 'worksWithoutRedis' | 'constants'
  > {
  environment: z.ZodObject;
  files?(env: object, watched: Omit<LiveFileOptions<never>, 'path' | 'parse'>): Promise<object>;
  models?(connection: Connection): object | Promise<object>;
  prepare?(parts: object): Promise<void>;
  limits?(env: object): LimitDefs<Limit>;
  open(parts: object): object | Promise<object>;
  /** Mounts the routes. Must be a lambda: a reference to a function would end type inference here. */
  routes?(app: HttpApp, context: Context): void;
  server?(context: Context): Served;
  readiness?(context: Context): ReadinessChecks;
}

/** Defines a service: its name, environment, limits, parts and routes. It does nothing until it is started. */
export function defineService<
  Name extends Role,
  Opened extends object,
  Own extends z.core.$ZodShape = Record<never, never>,
  Files extends object = object,
  Models extends object = object,
  Limit extends string = never,
  Constants extends object = object,
>(
  options: ServiceOptions<Name, Own, Files, Models, Limit, Constants, Opened>,
): Service<Whole<ServiceParts<Name, Own, Files, Models, Limit, Constants>, Opened>, Limit> {
  const environment = serviceEnvironment(options.name, options.environment ?? {});
  return { ...options, environment } as unknown as Service<
    Whole<ServiceParts<Name, Own, Files, Models, Limit, Constants>, Opened>,
    Limit
  >;
}

/** Opens the parts of the service, files first. */
async function openParts(
  { name, files, models, limits, constants }: Service,
  context: ServiceContext,
  env: KitEnv,
  given: Partial<KitParts>,
) {
  const needs = new Set(needsOf(name));
  const { now = Date.now } = given;
  const opened = await files?.(env, { ...context, now });
  const publicKeys = needs.has('publicKey') && (await openPublicKeys(env.JWT_PUBLIC_KEY_FILE, context));
  const serviceToken =
    needs.has('serviceToken') && (await openServiceTokens(env.SERVICE_TOKEN_FILE, context));
  const redis = needs.has('redis')
    ? (given.redis ?? openRedis(context, env.REDIS_URL, 'command'))
    : undefined;
  const connection =
    given.connection ?? (needs.has('mongodb') ? await openStore(context, env.MONGODB_URL) : undefined);
  const { logger } = context;
  const origins = redis && createOriginSanctions({ redis, logger, inner: env.GATEWAY_NETWORKS, now });
  return {
    ...context,
    ...constants,
    ...opened,
    env,
    now,
    ...(connection && { connection, ...(await models?.(connection)) }),
    ...(redis && { redis, limits: createLimits(redis, name, limits?.(env) ?? {}) }),
    ...(redis &&
      publicKeys && {
        publicKeys,
        origins,
        verifier: createTokenVerifier({
          publicKey: publicKeys,
          redis,
          ...(origins && { origins }),
          onMalformed: (err, userId) => logger.error({ err, userId }, 'malformed sanctions'),
        }),
      }),
    ...(serviceToken && {
      serviceToken,
      client: (called: ServiceName, timeoutMs?: number) =>
        createInternalClient({
          baseUrl: String(env[urlVariable(called)]),
          token: serviceToken,
          ...(timeoutMs && { timeoutMs }),
        }),
    }),
    ...given,
  };
}

/** Opens a service without listening. `given`: parts that a test replaces; `redis` and `connection` stay open. */
export async function openService<Context>(
  service: Service<Context>,
  context: ServiceContext,
  env: object,
  given: Partial<Context> = {},
): Promise<Served & { context: Context }> {
  const parts = await openParts(service, context, env as KitEnv, given);
  const { logger, metrics, redis, connection, verifier, serviceToken } = parts;
  const { GATEWAY_NETWORKS } = parts.env;
  const whole = { ...parts, ...(await service.open(parts)), ...given } as Context;
  if (service.server) return { ...service.server(whole), context: whole };
  const app = createHttpApp({
    logger,
    metrics,
    ...(verifier && { verifier }),
    ...(serviceToken && { serviceToken }),
    ...(GATEWAY_NETWORKS && { gatewayNetworks: GATEWAY_NETWORKS }),
    ...(service.bodyLimit && { bodyLimit: service.bodyLimit }),
    readiness: {
      ...(connection && { store: () => pingMongo(connection) }),
      ...(redis && !service.worksWithoutRedis && { redis: () => checkRedis(redis) }),
      ...service.readiness?.(whole),
    },
  });
  service.routes?.(app, whole);
  return { ...servedApp(app), context: whole };
}

/** Waits for the store, prepares the service's collections and exits; code 0 on success. */
function prepareStore({ name, models, prepare }: Service): void {
  runService({
    name: `${name} (store)`,
    once: true,
    async start(context) {
      const { MONGODB_URL } = readEnv(z.object({ MONGODB_URL: ENV.MONGODB_URL }));
      const opened = await models?.(await openStore(context, MONGODB_URL));
      await prepare?.({ ...context, ...opened });
      return {};
    },
  });
}

/** Runs a service as this process; with the argument `prepare` it only prepares the store. */
export function startService(service: Service): void {
  const { name, environment } = service;
  if (process.argv[2] === 'prepare') prepareStore(service);
  else
    runService({
      name,
      async start(context) {
        const env = readEnv(environment) as unknown as KitEnv;
        return serve(context, await openService(service, context, env), env);
      },
    });
}
