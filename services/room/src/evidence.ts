import type { RouteReply } from '@doushouqi/protocol';
import type { ROUTES } from '@doushouqi/protocol/server';
import { maySee, moveTimesOf, plyOf, type Room, seatOf, viewVisibleTo } from '@doushouqi/room';
import { formatFen, gameAfter, positionOf } from '@doushouqi/rules';
import { errorOf } from '@doushouqi/service-kit';
import { execute } from './commands.ts';
import type { RoomContext } from './context.ts';

/** Lines before and after a reported one. */
const AROUND = 10;

/**
 * Returns the position in which a line was said, as FEN-like text. Null if moves were taken back since, or the line is of an
 * earlier game.
 */
function positionAt(room: Room, { ply, timestamp }: Room['chat'][number]): string | null {
  const { gameId } = room.header;
  if (gameId === null || timestamp < room.startTime || ply > plyOf(room)) return null;
  const played = moveTimesOf(room).filter((ms) => room.startTime + ms <= timestamp).length;
  return played === ply ? formatFen(positionOf(gameAfter(room.game, ply))) : null;
}

/** Returns a line of the chat with its context. Throws NOT_FOUND if there is none, or none that the user may see. */
export async function showLine(
  { store }: Pick<RoomContext, 'store'>,
  { roomId, userId, lineId }: { roomId: string; userId: string; lineId: string },
): Promise<RouteReply<(typeof ROUTES)['showLine']>> {
  const room = await store.load(roomId);
  if (!room || !maySee(room.header, userId)) throw errorOf('NOT_FOUND');
  const { chat } = viewVisibleTo(room, { userId, blocked: new Set() });
  if (!chat.some(({ id }) => id === lineId)) throw errorOf('NOT_FOUND');
  const at = room.chat.findIndex(({ id }) => id === lineId);
  const line = room.chat[at]!;
  return {
    line,
    around: room.chat.slice(Math.max(0, at - AROUND), at + AROUND + 1),
    gameId: line.timestamp < room.startTime ? null : room.header.gameId,
    fen: positionAt(room, line),
  };
}

/** Removes lines from the chat of a room. Without the room there is nothing to remove. Rejects with ROOM_BUSY. */
export async function hideLines(
  context: Pick<RoomContext, 'store' | 'commands' | 'now'>,
  roomId: string,
  ids: readonly string[],
): Promise<void> {
  const room = await context.store.load(roomId);
  if (room !== null) await execute(context, roomId, { type: 'hideLines', ids }, room);
}

interface PlayedGame {
  userId: string;
  gameId: string;
  /** A room in which to look besides those that the user plays in. */
  roomId: string | null;
}

/** Returns a game of a user whose room still has it, or null. */
export async function showPlayedGame(
  { store, places, pairedGames }: Pick<RoomContext, 'store' | 'places' | 'pairedGames'>,
  { userId, gameId, roomId }: PlayedGame,
): Promise<RouteReply<(typeof ROUTES)['showPlayedGame']>> {
  const [paired, timed, untimed] = await Promise.all([
    pairedGames.gameOf(userId),
    places.roomsOf(userId, 'timed'),
    places.roomsOf(userId, 'untimed'),
  ]);
  const ids = new Set([paired?.roomId ?? null, roomId, ...timed, ...untimed].filter((id) => id !== null));
  for (const id of ids) {
    const room = await store.load(id);
    if (room?.header.gameId !== gameId || seatOf(room.header, userId) === null) continue;
    const fen = formatFen(positionOf(room.game));
    return { game: { roomId: id, players: [...room.header.players], ply: plyOf(room), fen } };
  }
  return { game: null };
}
