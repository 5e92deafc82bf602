import { createHttpApp, listen, readEnv, runService, stopServer } from '@doushouqi/service-kit';
import { environment, serviceUrls } from './env.ts';
import { createGateway } from './gateway.ts';
import { createGatewayMetrics } from './metrics.ts';
import { NodePool } from './node-pool.ts';
import { openDirectory } from './open-directory.ts';

runService({
  name: 'gateway',
  async start(context) {
    const { logger, metrics: kit, onStop } = context;
    const env = readEnv(environment);
    const pool = new NodePool({
      directory: await openDirectory(env, context),
      sessionsPerNode: env.SESSIONS_PER_NODE,
      onHealth: (realtimeNode, health) => logger.info({ realtimeNode, health }, 'realtime node'),
    });
    const metrics = createGatewayMetrics(kit, pool);
    const gateway = createGateway({
      logger,
      metrics,
      pool,
      services: serviceUrls(env),
      webDist: env.WEB_DIST,
      trustProxy: env.TRUST_PROXY,
      bodyLimit: env.BODY_LIMIT,
      allowedOrigins: env.ALLOWED_ORIGINS,
      addressLimits: {
        connections: env.CONNECTIONS_PER_ADDRESS,
        sessions: env.SESSIONS_PER_ADDRESS,
        requests: { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST },
        bytesPerSecond: env.WEBSOCKET_BYTES_PER_ADDRESS,
      },
    });
    // A server of its own, so that figures about the inside are never on the public port.
    const operations = createHttpApp({ logger, metrics: metrics.kit, readiness: {} });
    const metricsPort = await listen(operations.server, { port: env.METRICS_PORT, host: env.METRICS_HOST });
    onStop('metrics', () => stopServer(operations.server, 0));
    await pool.start();
    onStop('probes', () => pool.stop());
    const port = await listen(gateway.server, { port: env.PORT, host: env.HOST });
    onStop('server', () => gateway.stop(env.DRAIN_PAUSE_MS, env.DRAIN_MS));
    return { port, metricsPort };
  },
});
