import { setTimeout as delay } from 'node:timers/promises';
import { SOCKET_RECONNECTION } from '@doushouqi/protocol';
import { percentile } from '../measure/statistics.ts';
import { LightClient } from './light-client.ts';
import type { Board, Player, Venue } from './venue.ts';

export interface Storm {
  clients: number;
  /** Connections of the node that died. */
  cutOff: number;
  /** Time (ms) from the death until each client had its room in the last version. */
  back: number[];
  /** Failed attempts by error. */
  failed: Map<string, number>;
  /** Clients that were not back in time. */
  missing: number;
}

const PATIENCE_MS = 60_000;
const NODE = 'realtime-1';

/** Returns the delay of Socket.IO's client before its n-th attempt. Milliseconds. */
function waitBefore(attempt: number): number {
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = SOCKET_RECONNECTION;
  const jitter = 1 + randomizationFactor * (2 * Math.random() - 1);
  return Math.min(reconnectionDelayMax, reconnectionDelay * 2 ** attempt * jitter);
}

type Joined = { ok: boolean; code?: string };

/** Reconnects as a browser does, then joins the room. */
async function comeBack(
  { platform, tokenOf }: Venue,
  { roomId }: Board,
  player: Player,
  storm: Storm,
  died: number,
): Promise<void> {
  for (let attempt = 0; performance.now() < died + PATIENCE_MS; attempt += 1) {
    await delay(waitBefore(attempt));
    try {
      player.client = await LightClient.connect(platform.url, tokenOf(player.userId), { room: roomId });
      const joined = await player.client.ask<Joined>('joinRoom', { roomId, lastVersion: 0 });
      if (!joined.ok) throw new Error(`joinRoom: ${joined.code}`);
      storm.back.push(performance.now() - died);
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      storm.failed.set(reason, (storm.failed.get(reason) ?? 0) + 1);
    }
  }
  storm.missing += 1;
}

/** Kills a node; its clients reconnect by themselves. */
export async function weatherStorm(venue: Venue, boards: readonly Board[]): Promise<Storm> {
  const storm: Storm = { clients: boards.length * 2, cutOff: 0, back: [], failed: new Map(), missing: 0 };
  const seats = boards.flatMap((board) => board.players.map((player) => ({ board, player })));
  const hit = seats.filter(({ player }) => player.client.node === NODE);
  storm.cutOff = hit.length;
  const died = performance.now();
  const returns = hit.map(
    ({ board, player }) =>
      new Promise<void>((resolve) => {
        player.client.onClose = () => void comeBack(venue, board, player, storm, died).then(resolve);
      }),
  );
  await venue.platform.kill(NODE, 'SIGKILL');
  await Promise.all(returns);
  return storm;
}

/** Returns the time (s) by which a share of the disconnected clients was back. */
export function backBy({ back }: Storm, share: number): number {
  return percentile(back, share) / 1_000;
}
