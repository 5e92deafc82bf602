import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { watchRedis, watchStore } from './dependency-metrics.ts';
import type { HttpApp } from './http-app.ts';
import { connectMongo } from './mongo.ts';
import { closeRedis, connectRedis, type RedisClient, type RedisRole } from './redis.ts';
import { listen, stopServer } from './serve.ts';
import type { ServiceContext } from './shutdown.ts';

/** A Redis connection that is watched, and closed at shutdown. */
export function openRedis(
  { logger, metrics, onStop }: Pick<ServiceContext, 'logger' | 'metrics' | 'onStop'>,
  url: string,
  role: RedisRole,
): RedisClient {
  const redis = connectRedis(url, { role, logger });
  watchRedis(metrics, redis, role);
  onStop(`redis (${role})`, () => closeRedis(redis));
  return redis;
}

/** The document store, closed at shutdown. Waits until it answers, or shutdown begins. */
export async function openStore(context: ServiceContext, url: string): Promise<Connection> {
  const { logger, metrics, signal, onStop } = context;
  const connection = await connectMongo(url, { logger, signal });
  watchStore(metrics, connection);
  onStop('document store', () => connection.close());
  return connection;
}

export interface Served {
  server: Server;
  /** Reports for `pauseMs` that it stops, then stops. */
  drain(pauseMs: number): Promise<void>;
  /** Added to the ready line of the log. */
  details?: Record<string, unknown>;
}

/** At shutdown the app finishes its requests. */
export function servedApp(app: HttpApp): Served {
  return {
    server: app.server,
    async drain(pauseMs) {
      app.drain();
      await delay(pauseMs);
      await stopServer(app.server);
    },
  };
}

/**
 * Listens; at shutdown the process says for a while that it drains, so that new work goes elsewhere, then takes none
 * and finishes what is in hand. Resolves to the port, for the ready line of the log.
 */
export async function serve(
  { onStop }: Pick<ServiceContext, 'onStop'>,
  { server, drain, details }: Served,
  env: { PORT: number; HOST: string; DRAIN_PAUSE_MS: number },
): Promise<{ port: number }> {
  const port = await listen(server, { port: env.PORT, host: env.HOST });
  onStop('server', () => drain(env.DRAIN_PAUSE_MS));
  return { port, ...details };
}
