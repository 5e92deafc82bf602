import { setTimeout as delay } from 'node:timers/promises';
import { type HttpApp, stopServer } from '@doushouqi/service-kit';
import type { RealtimeServer } from '../realtime-socket.ts';
import type { CommandGate } from '../rooms/command-gate.ts';

const WAVES = 10;
const WAVE_INTERVAL_MS = 200;
/** For what the HTTP server still has in hand. Milliseconds. */
const LAST_ANSWERS_MS = 1_000;

/** Deals `items` into at most `count` waves, in the order given. Pure. */
export function wavesOf<T>(items: readonly T[], count: number): T[][] {
  const size = Math.ceil(items.length / count);
  return Array.from({ length: size && Math.ceil(items.length / size) }, (_, wave) =>
    items.slice(wave * size, (wave + 1) * size),
  );
}

/**
 * Closes every connection in small waves, so that the other nodes are not met by all clients at once. The
 * connection is closed, not the socket: a client told to disconnect does not come back by itself.
 */
async function closeInWaves(io: RealtimeServer): Promise<void> {
  const waves = wavesOf([...io.sockets.sockets.values()], WAVES);
  for (const [index, wave] of waves.entries()) {
    if (index > 0) await delay(WAVE_INTERVAL_MS);
    for (const socket of wave) socket.conn.close();
  }
}

export interface DrainOptions {
  app: HttpApp;
  io: RealtimeServer;
  gate: CommandGate;
  /** What acts by itself and must not any more. */
  stopped: readonly { stop(): void }[];
}

/** Takes nothing new, finishes what is in hand, sends the clients elsewhere, stops. */
export async function drain({ app, io, gate, stopped }: DrainOptions): Promise<void> {
  io.engine.opts.allowRequest = (_request, decide) => decide('draining', false);
  app.drain();
  for (const part of stopped) part.stop();
  await gate.close();
  await closeInWaves(io);
  await stopServer(app.server, LAST_ANSWERS_MS);
  await io.close();
}
