import type { PublicService } from '@doushouqi/protocol';
import { PUBLIC_SERVICES, urlVariable } from '@doushouqi/protocol/server';
import {
  type AccessRules,
  count,
  createHttpApp,
  defineService,
  ENV,
  listen,
  openAccessRules,
  repeat,
  stopServer,
} from '@doushouqi/service-kit';
import { z } from 'zod';
import { origins } from './admission.ts';
import { trustProxy } from './client-address.ts';
import { createGateway, SERVER_TIMEOUTS } from './gateway.ts';
import { createGatewayMetrics } from './metrics.ts';
import { NODES_ENV, openNodes } from './node-list.ts';
import { NodePool } from './node-pool.ts';
import { Sessions } from './sessions.ts';

/** The gateway: a proxy without own routes. Its limits count addresses in this process (`limits.ts`). */
export const service = defineService({
  name: 'gateway',
  environment: {
    ACCESS_FILE: ENV.ACCESS_FILE,
    PORT: ENV.PORT.default(8080),
    ...NODES_ENV,
    SESSIONS_PER_NODE: ENV.SESSIONS_PER_NODE,
    WEB_DIST: z.string().min(1).meta({ description: 'Folder of the built web.' }),
    TRUST_PROXY: trustProxy,
    RATE_LIMIT_PER_SECOND: count(200, 'Requests in a second that an address may always send.'),
    RATE_LIMIT_BURST: count(400, 'Requests that an address may send at once.'),
    CONNECTIONS_PER_ADDRESS: count(
      2_000,
      'TCP connections of one address (an IPv6 /64) that is no trusted proxy.',
    ),
    SESSIONS_PER_ADDRESS: count(600, 'Websockets, polling sessions and open requests of one address.'),
    WEBSOCKET_BYTES_PER_ADDRESS: count(
      409_600,
      'Bytes in a second from the websockets of one address; each read counts 512 bytes more.',
    ),
    ALLOWED_ORIGINS: origins,
    BODY_LIMIT: count(262_144, 'Largest request body, bytes.', { min: 1_024 }),
    // service-kit ends all after 10 s.
    DRAIN_MS: count(3_000, 'How long open requests may take at shutdown, ms.', { min: 0, max: 8_000 }),
    METRICS_PORT: ENV.PORT.default(0).meta({
      description: 'Port of `/metrics`, never public.',
      fallback: '0 (any)',
    }),
    METRICS_HOST: z.string().default('127.0.0.1').meta({ description: 'Address of `/metrics`.' }),
  },
  files: async (env, watched) => ({
    access: await openAccessRules({ ...watched, path: env.ACCESS_FILE }),
  }),
  constants: { timeouts: SERVER_TIMEOUTS, recheckMs: 1_000 },
  async open(context) {
    const { env, logger, onStop } = context;
    const sessions = new Sessions(env.SESSIONS_PER_ADDRESS);
    const pool = new NodePool({
      sessions,
      sessionsPerNode: env.SESSIONS_PER_NODE,
      onHealth: (realtimeNode, health) => logger.info({ realtimeNode, health }, 'realtime node'),
    });
    await openNodes(env, context, pool);
    // A separate server: metrics are never on the public port.
    const operations = createHttpApp({ logger, metrics: context.metrics, readiness: {} });
    const metricsPort = await listen(operations.server, { port: env.METRICS_PORT, host: env.METRICS_HOST });
    onStop('metrics', () => stopServer(operations.server, 0));
    await pool.start();
    onStop('probes', () => pool.stop());
    const metrics = createGatewayMetrics(context.metrics, pool);
    return { pool, sessions, metrics, metricsPort };
  },
  server(context) {
    const { env, metricsPort, access, recheckMs, logger, onStop } = context;
    const urls = PUBLIC_SERVICES.map((name) => [name, env[urlVariable(name)]]);
    const gateway = createGateway({
      ...context,
      services: Object.fromEntries(urls) as Record<PublicService, string>,
      webDist: env.WEB_DIST,
      trustProxy: env.TRUST_PROXY,
      bodyLimit: env.BODY_LIMIT,
      allowedOrigins: env.ALLOWED_ORIGINS,
      addressLimits: {
        connections: env.CONNECTIONS_PER_ADDRESS,
        requests: { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST },
        bytesPerSecond: env.WEBSOCKET_BYTES_PER_ADDRESS,
      },
    });
    let applied: AccessRules | undefined;
    const recheck = async (): Promise<void> => {
      const rules = await access();
      if (rules !== applied) gateway.endRefused(rules.isRefused);
      applied = rules;
    };
    const rechecks = repeat(
      () => recheckMs,
      recheck,
      (error) => logger.error({ err: error }, 'open websockets are not compared with refused addresses'),
    );
    onStop('checks of addresses', () => rechecks.stop());
    return {
      server: gateway.server,
      drain: (pauseMs) => gateway.stop(pauseMs, env.DRAIN_MS),
      details: { metricsPort },
    };
  },
});
