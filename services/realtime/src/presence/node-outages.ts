import { type Attendee, BEAT_MS, type Presence } from '@doushouqi/presence';
import { isPlaying, plyOf, type Room, seatOf, turnOf } from '@doushouqi/room';
import type { RoomDoor } from '@doushouqi/room-core';
import type { RoomHub } from '../rooms/room-hub.ts';

/** A node that missed a beat and then some is most likely dead. Milliseconds. */
const SUSPICIOUS_MS = 2 * BEAT_MS;

export interface NodeOutagesOptions {
  boot: string;
  presence: Pick<Presence, 'attendees'>;
  hub: Pick<RoomHub, 'cached'>;
  execute: RoomDoor['execute'];
  onFailed: (error: unknown) => void;
}

/** Gives back the time that a dead or stopping node of ours cost a player; the core does so once for each outage. */
export interface NodeOutages {
  /** The user's first socket is in the room: was it such a node that had the last one? */
  returned(roomId: string, userId: string): void;
  /** Resolves once it is known what is owed to a user who just came: a move before that would be charged for it. */
  settled(roomId: string, userId: string): Promise<void> | undefined;
}

/** The ply at which the user is to move in a running game, or null. */
function turnOfUser(room: Room | undefined, userId: string): string | null {
  if (!room || !isPlaying(room) || turnOf(room) !== seatOf(room.header, userId)) return null;
  return `${room.header.gameId} ${plyOf(room)}`;
}

export function createNodeOutages(options: NodeOutagesOptions): NodeOutages {
  const { boot, presence, hub, execute, onFailed } = options;

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
      if (former.stopping || former.silentFor >= SUSPICIOUS_MS) await give(roomId, userId, former);
      else doubt(roomId, userId, former, turn);
    }
  };

  const looking = new Map<string, Promise<void>>();
  return {
    returned(roomId, userId) {
      const key = `${roomId} ${userId}`;
      const look = returned(roomId, userId)
        .catch(onFailed)
        .finally(() => looking.get(key) === look && looking.delete(key));
      looking.set(key, look);
    },
    settled: (roomId, userId) => (looking.size === 0 ? undefined : looking.get(`${roomId} ${userId}`)),
  };
}
