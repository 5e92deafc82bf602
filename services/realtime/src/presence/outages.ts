import { isPlaying, plyOf, type Room, seatOf, turnOf } from '@doushouqi/room';
import { type RoomCommands, streamOf } from '@doushouqi/room-core';
import { type Attendee, BEAT_MS, type Presence } from '@doushouqi/room-core/presence';
import pMap from 'p-map';
import type { Gap, RedisConnection } from '../redis/redis-connection.ts';
import type { RoomCache } from '../rooms/room-cache.ts';

/** Silence after which a node is probably dead: two beats. Milliseconds. */
const SUSPICIOUS_MS = 2 * BEAT_MS;

interface NodeOutagesOptions {
  boot: string;
  presence: Pick<Presence, 'attendees'>;
  cache: Pick<RoomCache, 'get'>;
  execute: RoomCommands['execute'];
  onFailed: (error: unknown) => void;
}

/** Returns the ply at which the user is to move in a running game, or null. */
function turnOfUser(room: Room | undefined, userId: string): string | null {
  if (!room || !isPlaying(room) || turnOf(room) !== seatOf(room.header, userId)) return null;
  return `${room.header.gameId} ${plyOf(room)}`;
}

/** Compensates players for the time that a dead or stopping node cost them; the core does so once per outage. */
export class NodeOutages {
  readonly #options: NodeOutagesOptions;
  /** Running checks, by room and user. */
  readonly #checks = new Map<string, Promise<void>>();

  constructor(options: NodeOutagesOptions) {
    this.#options = options;
  }

  /** Call when the user's first socket entered the room: checks whether a dead or stopping node had the last one. */
  returned(roomId: string, userId: string): void {
    const key = `${roomId} ${userId}`;
    const check = this.#returned(roomId, userId)
      .catch(this.#options.onFailed)
      .finally(() => this.#checks.get(key) === check && this.#checks.delete(key));
    this.#checks.set(key, check);
  }

  /** Resolves once the compensation of a returning user is known; an earlier move would be charged for the outage. */
  compensated(roomId: string, userId: string): Promise<void> | undefined {
    return this.#checks.size === 0 ? undefined : this.#checks.get(`${roomId} ${userId}`);
  }

  async #returned(roomId: string, userId: string): Promise<void> {
    const turn = turnOfUser(this.#options.cache.get(roomId), userId);
    if (turn === null) return;
    for (const former of await this.#formerNodes(roomId, userId)) {
      if (former.stopping || former.silentFor >= SUSPICIOUS_MS)
        await this.#compensate(roomId, userId, former);
      else this.#recheck(roomId, userId, former, turn);
    }
  }

  async #formerNodes(roomId: string, userId: string): Promise<Attendee[]> {
    const { boot, presence } = this.#options;
    const all = await presence.attendees(roomId);
    return all.filter((one) => one.userId === userId && one.boot !== boot && Number.isFinite(one.silentFor));
  }

  async #compensate(roomId: string, userId: string, former: Attendee): Promise<void> {
    const outage = `${former.boot}:${userId}`;
    await this.#options.execute(roomId, { type: 'compensate', outage, ms: former.silentFor });
  }

  /** A node that is silent for a moment may be alive: checks again after its next beat is due. */
  #recheck(roomId: string, userId: string, former: Attendee, turn: string): void {
    const check = async (): Promise<void> => {
      const now = (await this.#formerNodes(roomId, userId)).find((one) => one.boot === former.boot);
      const isDead = now !== undefined && now.silentFor >= SUSPICIOUS_MS;
      const isSameTurn = turnOfUser(this.#options.cache.get(roomId), userId) === turn;
      if (isDead && isSameTurn) await this.#compensate(roomId, userId, former);
    };
    setTimeout(
      () => void check().catch(this.#options.onFailed),
      SUSPICIOUS_MS - former.silentFor + 50,
    ).unref();
  }
}

/** Number of rooms compensated in parallel. */
const ROOMS_AT_ONCE = 16;

interface RedisOutagesOptions {
  connection: Pick<RedisConnection, 'on'>;
  cache: Pick<RoomCache, 'hosted'>;
  execute: RoomCommands['execute'];
  onFailed: (error: unknown) => void;
}

/**
 * Compensates every hosted game for an outage of Redis after another Redis process answers (docs/clocks.md); the core
 * does so once per outage.
 */
export function compensateOutages({ connection, cache, execute, onFailed }: RedisOutagesOptions): void {
  const compensate = async (gaps: ReadonlyMap<string, Gap>): Promise<void> => {
    const compensate = async ({ id }: { id: string }): Promise<void> => {
      const { outage = null, ms = 0 } = gaps.get(streamOf(id)) ?? {};
      if (outage !== null) await execute(id, { type: 'compensate', outage, ms });
    };
    await pMap(cache.hosted().filter(isPlaying), (room) => compensate(room).catch(onFailed), {
      concurrency: ROOMS_AT_ONCE,
    });
  };
  connection.on('restored', (gaps) => void compensate(gaps));
}
