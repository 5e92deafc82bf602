import { type Attendee, BEAT_MS, type Presence } from '@doushouqi/presence';
import { isPlaying, plyOf, type Room, type RoomCommand, seatOf, turnOf } from '@doushouqi/room';
import type { CommandResult } from '@doushouqi/room-core';
import type { Redis } from 'ioredis';
import { inParallel } from './in-parallel.ts';
import type { RoomHub } from './room-hub.ts';

/** A node that missed a beat and then some is most likely dead. Milliseconds. */
const SUSPICIOUS_MS = 2 * BEAT_MS;
/** Rooms given time back at once after an outage of Redis. */
const ROOMS_AT_ONCE = 16;

export interface OutagesOptions {
  boot: string;
  redis: Redis;
  presence: Pick<Presence, 'attendees'>;
  hub: Pick<RoomHub, 'cached' | 'hosted'>;
  execute: (roomId: string, command: RoomCommand) => Promise<CommandResult>;
  onFailed: (error: unknown) => void;
}

/** Time that our own outages cost players is given back (docs/clocks.md); the core does so once for each outage. */
export interface Outages {
  /** The user's first socket is in the room: was it a dead or draining node of ours that had the last one? */
  returned(roomId: string, userId: string): void;
}

/** Gives back to every hosted game what Redis was away for, when another process of it answers. */
const watchRedis = ({ redis, hub, execute, onFailed }: OutagesOptions): void => {
  let known: string | undefined;
  let awaySince: number | null = null;
  const giveBack = async (outage: string, ms: number): Promise<void> => {
    await inParallel(hub.hosted().filter(isPlaying), ROOMS_AT_ONCE, async ({ id }) => {
      await execute(id, { type: 'giveBack', outage, ms }).catch(onFailed);
    });
  };
  const look = async (): Promise<void> => {
    const runId = /^run_id:(\w+)/m.exec(await redis.info('server'))?.[1];
    const away = awaySince === null ? 0 : Math.round(performance.now() - awaySince);
    const other = known !== undefined && runId !== known;
    [known, awaySince] = [runId, null];
    if (other && runId !== undefined) await giveBack(runId, away);
  };
  redis.on('close', () => {
    awaySince ??= performance.now();
  });
  redis.on('ready', () => void look().catch(onFailed));
  if (redis.status === 'ready') void look().catch(onFailed);
};

/** The ply at which the user is to move in a running game, or null. */
const turnOfUser = (room: Room | undefined, userId: string): string | null => {
  if (!room || !isPlaying(room) || turnOf(room) !== seatOf(room.header, userId)) return null;
  return `${room.header.gameId} ${plyOf(room)}`;
};

export const createOutages = (options: OutagesOptions): Outages => {
  const { boot, presence, hub, execute, onFailed } = options;
  watchRedis(options);

  const formerNodes = async (roomId: string, userId: string): Promise<Attendee[]> => {
    const all = await presence.attendees(roomId);
    return all.filter((one) => one.userId === userId && one.boot !== boot && Number.isFinite(one.silentFor));
  };

  const give = async (roomId: string, userId: string, former: Attendee): Promise<void> => {
    const outage = `${former.boot}:${userId}`;
    await execute(roomId, { type: 'giveBack', outage, ms: former.silentFor });
  };

  /** A node that is silent for only a moment may be alive: it is looked at once more when it must have beaten. */
  const doubt = (roomId: string, userId: string, former: Attendee, turn: string): void => {
    const look = async (): Promise<void> => {
      const now = (await formerNodes(roomId, userId)).find((one) => one.boot === former.boot);
      const dead = now !== undefined && now.silentFor >= SUSPICIOUS_MS;
      if (dead && turnOfUser(hub.cached(roomId), userId) === turn) await give(roomId, userId, former);
    };
    setTimeout(() => void look().catch(onFailed), SUSPICIOUS_MS - former.silentFor + 50).unref();
  };

  const returned = async (roomId: string, userId: string): Promise<void> => {
    const turn = turnOfUser(hub.cached(roomId), userId);
    if (turn === null) return;
    for (const former of await formerNodes(roomId, userId)) {
      if (former.silentFor >= SUSPICIOUS_MS) await give(roomId, userId, former);
      else doubt(roomId, userId, former, turn);
    }
  };

  return { returned: (roomId, userId) => void returned(roomId, userId).catch(onFailed) };
};
