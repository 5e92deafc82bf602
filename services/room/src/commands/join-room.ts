import { randomUUID } from 'node:crypto';
import { MAX_SPECTATORS, POLICIES } from '@doushouqi/protocol';
import { type Room, seatOf } from '@doushouqi/room';
import { errorOf } from '@doushouqi/service-kit';
import type { RoomContext } from '../context.ts';
import { execute } from './execute.ts';
import { noteRoom } from './noted-rooms.ts';

/** Nobody sits there, or everybody who did is gone: whoever comes next opens the room. A pair's is never anybody else's. */
function isEmpty({ header: { kind, players, departed } }: Room): boolean {
  return POLICIES[kind].seats === 'open' && players.every((id) => departed.includes(id));
}

/** Whether a newcomer can only watch: both seats are taken, and one of the players at least is not gone. */
function canOnlyWatch(room: Room, userId: string): boolean {
  const { header } = room;
  return header.players.length === 2 && !isEmpty(room) && seatOf(header, userId) === null;
}

/** Puts a user on the list of spectators. Throws ROOM_FULL. */
async function watch(
  { admitSpectator }: Pick<RoomContext, 'admitSpectator'>,
  room: Room,
  userId: string,
): Promise<Room> {
  const { spectators } = room.header;
  if (spectators.includes(userId)) return room;
  if (spectators.length >= MAX_SPECTATORS) throw errorOf('ROOM_FULL');
  const result = await admitSpectator(room.id, userId);
  if (!result.ok) throw errorOf(result.code);
  if (!result.room.header.spectators.includes(userId)) throw errorOf('ROOM_FULL');
  return result.room;
}

interface Joining {
  roomId: string;
  userId: string;
  /** A room that is not there yet comes to be. */
  create: boolean;
}

/**
 * Seats a user, or lets them watch where both seats are taken; coming again changes nothing. Throws ROOM_FULL,
 * TOO_MANY_ROOMS, and ROOM_NOT_FOUND where none may be made.
 */
export async function joinRoom(
  context: Pick<RoomContext, 'store' | 'door' | 'waiting' | 'admitSpectator' | 'now'>,
  { roomId, userId, create }: Joining,
): Promise<Room> {
  const known = await context.store.load(roomId);
  if (!known && !create) throw errorOf('ROOM_NOT_FOUND');
  if (known && canOnlyWatch(known, userId)) return watch(context, known, userId);
  const isOpening = known === null || isEmpty(known);
  if (isOpening || seatOf(known.header, userId) === null) {
    const isNoted = await noteRoom(context, roomId, userId);
    if (isOpening && !isNoted) throw errorOf('TOO_MANY_ROOMS');
  }
  return (await execute(context, roomId, { type: 'join', userId, newGameId: randomUUID() })).room;
}
