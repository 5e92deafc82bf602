import { setTimeout as delay } from 'node:timers/promises';
import { GOING_AWAY } from '@doushouqi/protocol';
import { type HttpApp, stopServer } from '@doushouqi/service-kit';
import type { RealtimeServer, RealtimeSocket } from '../realtime-socket.ts';
import type { CommandGate } from '../rooms/player-commands.ts';

const WAVES = 20;
const WAVE_INTERVAL_MS = 100;
/** A wave of fewer than this many is not worth its wait. */
const SMALLEST_WAVE = 5;
/** For what the HTTP server still has in hand. Milliseconds. */
const LAST_ANSWERS_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** Deals `items` into at most `count` waves of at least `smallest` each but the last, in the order given. Pure. */
export function wavesOf<T>(items: readonly T[], count: number, smallest: number): T[][] {
  const size = Math.max(Math.ceil(items.length / count), smallest);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, wave) =>
    items.slice(wave * size, (wave + 1) * size),
  );
}

/**
 * Asks clients to connect anew, in small waves, so that the other nodes are not met by all of them at once; each waits a
 * moment of its own besides. They play on until then. Who does not go is closed: the connection, not the socket, as a
 * client that is told to disconnect does not come back by itself.
 */
export async function sendAway(sockets: readonly RealtimeSocket[]): Promise<void> {
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
  /** What acts by itself and must not any more. */
  stopped: readonly { stop(): void | Promise<void> }[];
  /** How long it says that it drains, and goes on, so that whoever chooses among nodes sees it. Milliseconds. */
  pauseMs: number;
}

/** Says that it stops, takes nothing new, sends the clients elsewhere, finishes what is in hand, stops. */
export async function drain({ app, io, gate, stopped, pauseMs }: DrainOptions): Promise<void> {
  app.drain();
  await delay(pauseMs);
  io.engine.opts.allowRequest = (_request, decide) => decide('draining', false);
  await Promise.all(stopped.map((part) => part.stop()));
  // They move until they go: nobody waits for a node that still works.
  await sendAway([...io.sockets.sockets.values()]);
  await gate.close();
  await stopServer(app.server, LAST_ANSWERS_MS);
  await io.close();
}
