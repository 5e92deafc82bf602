import { setTimeout as delay } from 'node:timers/promises';
import { GOING_AWAY } from '@doushouqi/protocol';
import { type HttpApp, stopServer } from '@doushouqi/service-kit';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import type { CommandGate } from './command-gate.ts';

const WAVES = 20;
const WAVE_INTERVAL_MS = 100;
/** Minimum number of sockets in a wave. */
const SMALLEST_WAVE = 5;
/** Time for pending HTTP responses. Milliseconds. */
const LAST_ANSWERS_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** Splits `items` in order into at most `count` waves of at least `smallest` each, except the last. Pure. */
export function wavesOf<T>(items: readonly T[], count: number, smallest: number): T[][] {
  const size = Math.max(Math.ceil(items.length / count), smallest);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, wave) =>
    items.slice(wave * size, (wave + 1) * size),
  );
}

/**
 * Asks clients to reconnect, in waves, so that the other nodes do not get all of them at once; each client adds a
 * random delay. Clients continue to play until then. Closes remaining connections at the engine level, because a
 * Socket.IO client does not reconnect after a server disconnect.
 */
export async function drainSockets(sockets: readonly RealtimeSocket[]): Promise<void> {
  const waves = wavesOf(sockets, WAVES, SMALLEST_WAVE);
  for (const [index, wave] of waves.entries()) {
    if (index > 0) await delay(WAVE_INTERVAL_MS);
    for (const socket of wave) socket.emit('goingAway', {});
  }
  const deadline = Date.now() + GOING_AWAY.patience;
  while (sockets.some(({ connected }) => connected) && Date.now() < deadline) await delay(LOOK_EVERY_MS);
  for (const socket of sockets) if (socket.connected) socket.conn.close();
}

export interface DrainOptions {
  app: HttpApp;
  io: RealtimeServer;
  gate: CommandGate;
  /** Background work to stop. */
  stopped: readonly { stop(): void | Promise<void> }[];
  /** Time between the draining report and the drain, so that load balancers notice it. Milliseconds. */
  pauseMs: number;
}

/** Reports the shutdown, takes no new sessions, moves the clients, finishes pending requests, stops. */
export async function drain({ app, io, gate, stopped, pauseMs }: DrainOptions): Promise<void> {
  app.drain();
  await delay(pauseMs);
  io.engine.opts.allowRequest = (_request, decide) => decide('draining', false);
  await Promise.all(stopped.map((part) => part.stop()));
  // Sockets are read first, because clients continue to play until they move.
  await drainSockets([...io.sockets.sockets.values()]);
  await gate.close();
  await stopServer(app.server, LAST_ANSWERS_MS);
  await io.close();
}
