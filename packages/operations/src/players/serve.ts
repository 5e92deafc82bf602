import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createPlayer, playSyntheticGame, StepError, type SyntheticPlayer } from './synthetic-game.ts';

const THINK_MS = 5_000;
const AFTER_FAILURE_MS = 5_000;
/** Guests expire after 30 days. Milliseconds. */
const PLAYER_LIFE_MS = 86_400_000;

export interface PlayersOptions {
  /** Public address of the product, as browsers reach it. */
  url: string;
  /** Port of `/metrics`; 0: any. */
  port: number;
  random: () => number;
  now: () => number;
  print: (line: string) => void;
  signal: AbortSignal;
  thinkMs?: number;
}

function createPlayerMetrics(url: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'players', url });
  const registers = [registry];
  return {
    registry,
    moves: new Histogram({
      name: 'synthetic_move_duration_seconds',
      help: 'Time from a move of a synthetic player to its acknowledgement, over the public address',
      buckets: [0.01, 0.03, 0.1, 0.25, 0.5, 1, 3],
      registers,
    }),
    failures: new Counter({
      name: 'synthetic_failures_total',
      help: 'Games of the synthetic players that broke off, by step',
      labelNames: ['step'],
      registers,
    }),
    succeededAt: new Gauge({
      name: 'synthetic_last_success_timestamp_seconds',
      help: 'Time of the last move that was acknowledged and delivered',
      registers,
    }),
    certificate: new Gauge({
      name: 'synthetic_certificate_expiry_timestamp_seconds',
      help: 'End of the validity of the certificate; 0: no https',
      registers,
    }),
  };
}

/** Returns the end of the certificate of an https address, epoch ms; 0 for http, or if it is unreachable. */
async function certificateEnd(url: string): Promise<number> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return 0;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('error', () => resolve(0));
  });
}

/**
 * Lets two guests play all the time through the public address, and serves what they observe as metrics, until the
 * signal. They appear in no ladder, lobby or pool. Resolves after the last game; `onListening` receives the port.
 */
export async function runPlayers(
  { url, port, random, now, print, signal, thinkMs = THINK_MS }: PlayersOptions,
  onListening: (port: number) => void = () => undefined,
): Promise<void> {
  const metrics = createPlayerMetrics(url);
  const server = createServer(async (_request, response) => {
    response.setHeader('content-type', metrics.registry.contentType).end(await metrics.registry.metrics());
  });
  await new Promise<void>((resolve) => server.listen(port, () => resolve()));
  const address = server.address();
  onListening(typeof address === 'object' && address ? address.port : port);
  let players: readonly [SyntheticPlayer, SyntheticPlayer] | null = null;
  let createdAt = 0;
  while (!signal.aborted) {
    try {
      metrics.certificate.set((await certificateEnd(url)) / 1_000);
      if (players === null || now() - createdAt > PLAYER_LIFE_MS) {
        players = [await createPlayer(url), await createPlayer(url)];
        createdAt = now();
      }
      await playSyntheticGame({
        url,
        players,
        thinkMs,
        random,
        signal,
        onMove(ms) {
          metrics.moves.observe(ms / 1_000);
          metrics.succeededAt.set(now() / 1_000);
        },
      });
    } catch (error) {
      const step = error instanceof StepError ? error.step : 'unexpected';
      metrics.failures.inc({ step });
      print(`the synthetic players failed: ${(error as Error).message}`);
      // Their sessions may have ended.
      if (step === 'room' || step === 'connect') players = null;
      await delay(AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
