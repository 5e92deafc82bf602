import { type CorrespondenceGame, toWireSide } from '@doushouqi/protocol';
import { isPlaying, plyOf, type Room, seatOf, seatsTaken, turnOf } from '@doushouqi/room';
import { formatFen, lastMove, positionOf } from '@doushouqi/rules';
import type { RoomContext } from './context.ts';

/** Returns the last move as the list shows it. */
function presentLastMove({ game }: Room): CorrespondenceGame['lastMove'] {
  const move = lastMove(game);
  if (!move) return null;
  const { from, to, piece, capturedPiece: captured } = move;
  return { from, to, piece, captured };
}

/** Presents a game to one of its players; null if the user has no seat in a correspondence game of this room. */
async function presentGame(
  { profileOf }: Pick<RoomContext, 'profileOf'>,
  room: Room | null,
  userId: string,
): Promise<CorrespondenceGame | null> {
  const { daysPerMove = null } = room?.header ?? {};
  if (!room || daysPerMove === null || !seatsTaken(room).some((seat) => seat.userId === userId)) return null;
  const { players, gameId, moveDeadline: deadline } = room.header;
  const side = isPlaying(room) ? seatOf(room.header, userId) : null;
  const opponent = players.find((id) => id !== userId);
  return {
    roomId: room.id,
    gameId,
    opponent: opponent === undefined ? null : await profileOf(opponent),
    side: side && toWireSide(side),
    position: formatFen(positionOf(room.game)),
    lastMove: presentLastMove(room),
    isMyTurn: side === turnOf(room),
    ply: plyOf(room),
    daysPerMove,
    deadline,
  };
}

/** Orders own turns by least time left, then the opponents’, then waiting rooms. */
function compareGames(a: CorrespondenceGame, b: CorrespondenceGame): number {
  const rank = ({ isMyTurn, deadline }: CorrespondenceGame) => (deadline === null ? 2 : isMyTurn ? 0 : 1);
  return rank(a) - rank(b) || (a.deadline ?? 0) - (b.deadline ?? 0);
}

/** Returns the correspondence games in which a user waits or plays, most urgent first. */
export async function listCorrespondence(
  { store, places, profileOf }: Pick<RoomContext, 'store' | 'places' | 'profileOf'>,
  userId: string,
): Promise<CorrespondenceGame[]> {
  const noted = await places.roomsOf(userId, 'untimed');
  const listed = noted.map(async (roomId) => presentGame({ profileOf }, await store.load(roomId), userId));
  return (await Promise.all(listed)).filter((game) => game !== null).sort(compareGames);
}
