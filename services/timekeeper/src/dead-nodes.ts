import {
  isPlaying,
  type PlayingRoom,
  type Room,
  type RoomCommand,
  seatOf,
  turnOf,
  userOf,
} from '@doushouqi/room';
import type { RoomCommands, RoomStore } from '@doushouqi/room-core';
import { LEASE_MS, type Presence } from '@doushouqi/room-core/presence';
import { errorOf } from '@doushouqi/service-kit';
import pMap from 'p-map';

/** Number of rooms of a dead node notified in parallel. */
const ROOMS_AT_ONCE = 16;
/**
 * A process that did not check for this share of a lease cannot distinguish a dead node from one that lost Redis with
 * it.
 */
const CUT_OFF_AFTER = 0.6;

export interface CleanupOptions {
  presence: Presence;
  store: Pick<RoomStore, 'load'>;
  commands: RoomCommands;
  /** Rejects while Redis is unavailable. */
  reach: () => Promise<unknown>;
  /** Monotonic clock, ms. */
  ticks: () => number;
  /** Called if a room could not be notified; it is retried at the next check. */
  onFailed: (error: unknown, roomId: string) => void;
  /** Shortens the lease in tests. */
  leaseMs?: number;
}

/**
 * Returns the users of the dead node who have no connection to a live node, and how long the node was silent (ms).
 */
async function goneFrom(
  { presence, leaseMs = LEASE_MS }: CleanupOptions,
  boot: string,
  roomId: string,
): Promise<{ userIds: string[]; silentFor: number }> {
  const attendees = await presence.attendees(roomId);
  const there = new Set(attendees.filter((one) => one.silentFor < leaseMs).map(({ userId }) => userId));
  const held = attendees.filter((one) => one.boot === boot && !there.has(one.userId));
  return { userIds: held.map(({ userId }) => userId), silentFor: held[0]?.silentFor ?? 0 };
}

/** Compensates the side to move for the time until now; from now on its player is offline. */
function timeLost(room: PlayingRoom, boot: string, gone: readonly string[], ms: number): RoomCommand[] {
  const mover = userOf(room.header, turnOf(room));
  if (!mover || !gone.includes(mover) || !Number.isFinite(ms)) return [];
  return [{ type: 'compensate', outage: `${boot}:${mover}`, ms }];
}

function commandsFor(room: Room, boot: string, gone: readonly string[], ms: number): RoomCommand[] {
  const players = gone.filter((userId) => seatOf(room.header, userId) !== null);
  const went = gone.filter((userId) => room.header.spectators.includes(userId));
  return [
    ...(isPlaying(room) ? timeLost(room, boot, gone, ms) : []),
    ...players.map((userId): RoomCommand => ({ type: 'presence', userId, here: false })),
    ...(went.length > 0 ? [{ type: 'spectators', joined: [], left: went } as const] : []),
  ];
}

async function notifyRoom(options: CleanupOptions, boot: string, roomId: string): Promise<void> {
  const { presence, store, commands } = options;
  const { userIds, silentFor } = await goneFrom(options, boot, roomId);
  const room = userIds.length > 0 ? await store.load(roomId) : null;
  for (const command of room ? commandsFor(room, boot, userIds, silentFor) : []) {
    const result = await commands.execute(roomId, command);
    if (!result.ok && result.code === 'ROOM_BUSY') throw errorOf('ROOM_BUSY');
  }
  // Notified before it is removed: if this process dies in between, another one repeats the notification.
  await presence.removeFromRoom(boot, roomId);
}

/** Notifies every room of a dead node, and removes the node once all are notified. Returns whether it was removed. */
async function notifyRooms(options: CleanupOptions, boot: string): Promise<boolean> {
  const { presence, onFailed } = options;
  const rooms = await presence.rooms(boot);
  const notify = async (roomId: string): Promise<boolean> => {
    try {
      await notifyRoom(options, boot, roomId);
      return true;
    } catch (error) {
      onFailed(error, roomId);
      return false;
    }
  };
  const notified = await pMap(rooms, notify, { concurrency: ROOMS_AT_ONCE });
  if (!notified.every(Boolean)) return false;
  await presence.removeDeadNode(boot);
  return true;
}

/**
 * Notifies rooms of the users that they lost with a dead node. Safe in any number of processes. After a pause, such
 * as an outage of Redis, it waits for one lease, because the nodes could not renew theirs either.
 */
export class DeadNodeCleanup {
  readonly #options: CleanupOptions;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #trustedFrom = Number.POSITIVE_INFINITY;

  constructor(options: CleanupOptions) {
    this.#options = options;
  }

  /** Resolves to the number of removed nodes; rejects while Redis is unavailable. */
  async run(): Promise<number> {
    const { presence, reach, ticks, leaseMs = LEASE_MS } = this.#options;
    await reach();
    const now = ticks();
    if (now - this.#checkedAt > leaseMs * CUT_OFF_AFTER) this.#trustedFrom = now + leaseMs;
    let forgotten = 0;
    if (now >= this.#trustedFrom) {
      for (const boot of await presence.expireLeases())
        forgotten += Number(await notifyRooms(this.#options, boot));
    }
    this.#checkedAt = ticks();
    return forgotten;
  }
}
