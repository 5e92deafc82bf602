import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMetrics, type Metrics } from '@doushouqi/service-kit';
import { Counter, Gauge } from 'prom-client';
import type { NodePool } from './node-pool.ts';
import type { Destination } from './routing-table.ts';

export interface GatewayMetrics {
  kit: Metrics;
  rateLimited: Counter;
  upstreamFailures: Counter<'upstream'>;
  /** Times a request under its destination; call the result when the response is closed. */
  startTimer(req: IncomingMessage, res: ServerResponse, destination: Destination): () => void;
}

/** The gateway's metrics, with the load and health of each realtime node read when they are asked for. */
export function createGatewayMetrics(pool: NodePool): GatewayMetrics {
  const kit = createMetrics('gateway');
  const registers = [kit.registry];
  new Gauge({
    name: 'gateway_node_connections',
    help: 'Websockets and polling sessions through this gateway, by realtime node',
    labelNames: ['node'],
    registers,
    collect() {
      for (const { id, connections } of pool.snapshot()) this.set({ node: id }, connections);
    },
  });
  new Gauge({
    name: 'gateway_node_ready',
    help: '1 while a realtime node takes new sessions',
    labelNames: ['node'],
    registers,
    collect() {
      for (const { id, health } of pool.snapshot()) this.set({ node: id }, health === 'ready' ? 1 : 0);
    },
  });
  return {
    kit,
    rateLimited: new Counter({
      name: 'gateway_rate_limited_total',
      help: 'Requests and upgrades refused by the general limit',
      registers,
    }),
    upstreamFailures: new Counter({
      name: 'gateway_upstream_failures_total',
      help: 'Requests that a service did not answer',
      labelNames: ['upstream'],
      registers,
    }),
    startTimer(req, res, destination) {
      const end = kit.httpDuration.startTimer();
      const route = destination.kind === 'service' ? destination.service : destination.kind;
      return () => void end({ method: req.method ?? '', route, status: String(res.statusCode) });
    },
  };
}
