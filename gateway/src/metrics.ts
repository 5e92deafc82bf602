import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '@doushouqi/service-kit';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { NodePool } from './node-pool.ts';
import type { Destination } from './routing-table.ts';

/** One request. */
interface Timed {
  method: string;
  route: string;
  status: string;
  seconds: number;
}

export interface GatewayMetrics {
  kit: Metrics;
  rateLimited: Counter;
  connectionsRefused: Counter<'kind'>;
  upstreamFailures: Counter<'upstream'>;
  upstreamDuration: Histogram<'upstream'>;
  /** Measures a request by its destination. Call the result when the response closes. */
  startTimer(req: IncomingMessage, res: ServerResponse, destination: Destination): () => Timed;
}

/** Load and health of each realtime node that exists. */
function addNodeGauges(registers: Registry[], pool: NodePool): void {
  new Gauge({
    name: 'gateway_node_connections',
    help: 'Websockets and polling sessions through this gateway, by realtime node',
    labelNames: ['node'],
    registers,
    collect() {
      this.reset();
      for (const { id, connections } of pool.snapshot()) this.set({ node: id }, connections);
    },
  });
  new Gauge({
    name: 'gateway_node_websockets',
    help: 'Open websockets through this gateway, by realtime node',
    labelNames: ['node'],
    registers,
    collect() {
      this.reset();
      for (const { id, websockets } of pool.snapshot()) this.set({ node: id }, websockets);
    },
  });
  new Gauge({
    name: 'gateway_node_ready',
    help: '1 while a realtime node takes new sessions',
    labelNames: ['node'],
    registers,
    collect() {
      this.reset();
      for (const { id, health } of pool.snapshot()) this.set({ node: id }, health === 'ready' ? 1 : 0);
    },
  });
}

/** Creates the gateway's metrics. Load and health of nodes are read at each scrape. */
export function createGatewayMetrics(kit: Metrics, pool: NodePool): GatewayMetrics {
  const registers = [kit.registry];
  addNodeGauges(registers, pool);
  return {
    kit,
    rateLimited: new Counter({
      name: 'gateway_rate_limited_total',
      help: 'Requests and upgrades refused by the general limit',
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'gateway_connections_refused_total',
      help: 'Refusals by exceeded limit of an address: connections, sessions, websocket traffic; and of addresses that the operator refuses',
      labelNames: ['kind'],
      registers,
    }),
    upstreamFailures: new Counter({
      name: 'gateway_upstream_failures_total',
      help: 'Requests and upgrades without a reply, by service',
      labelNames: ['upstream'],
      registers,
    }),
    upstreamDuration: new Histogram({
      name: 'gateway_upstream_duration_seconds',
      help: 'Time to the head of the reply, by service',
      labelNames: ['upstream'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    startTimer(req, res, destination) {
      const end = kit.httpDuration.startTimer();
      const route = destination.kind === 'service' ? destination.service : destination.kind;
      return () => {
        const labels = { method: req.method ?? '', route, status: String(res.statusCode) };
        return { ...labels, seconds: end(labels) };
      };
    },
  };
}
