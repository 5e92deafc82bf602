import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { watchRedis, watchStore } from './dependency-metrics.ts';
import type { HttpApp } from './http-app.ts';
import { connectMongo } from './mongo.ts';
import { closeRedis, connectRedis, type RedisClient, type RedisRole } from './redis.ts';
import { listen, stopServer } from './serve.ts';
import type { ServiceContext } from './shutdown.ts';

/** Opens a monitored Redis connection and closes it at shutdown. */
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

/** Opens the document store and closes it at shutdown. Waits until it answers or shutdown begins. */
export async function openStore(context: ServiceContext, url: string): Promise<Connection> {
  const { logger, metrics, signal, onStop } = context;
  const connection = await connectMongo(url, { logger, signal });
  watchStore(metrics, connection);
  onStop('document store', () => connection.close());
  return connection;
}

export interface Served {
  server: Server;
  /** Reports not ready for `pauseMs`, then stops. */
  drain(pauseMs: number): Promise<void>;
  /** Fields added to the ready line of the log. */
  details?: Record<string, unknown>;
}

/** Returns a server that finishes the app's requests at shutdown. */
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
 * Listens. At shutdown the process first reports that it drains, so that new work goes elsewhere; then it accepts
 * none and finishes open requests. Resolves to the port, for the ready line of the log.
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
