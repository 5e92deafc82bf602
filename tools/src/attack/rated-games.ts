import { once } from 'node:events';
import { gameScripts } from '@doushouqi/scripts';
import type { Attendant } from './attendant.ts';

export const RATED_POOL = { initial: 5, increment: 3, rated: true };
const ANSWER_MS = 10_000;
/** The first half-move that is not early (docs/ratings.md). */
export const NOT_EARLY = 12;
const OPENING = gameScripts(1, NOT_EARLY)[0]!;

/** Starts a rated game by a challenge link whose owner asks for red. */
export async function startByLink(
  owner: Attendant,
  guest: Attendant,
): Promise<{ roomId: string; red: Attendant; blue: Attendant }> {
  const body = { ...RATED_POOL, color: 'red', unlisted: true } as const;
  const { challenge } = await owner.api.createChallenge({ body });
  const { roomId, color } = await guest.api.acceptChallenge({ params: { id: challenge.id } });
  const [red, blue] = color === 'red' ? [guest, owner] : [owner, guest];
  return { roomId, red, blue };
}

/** Plays `plies` half-moves, then `loser` resigns. Resolves to the new rating of `winner` from its event. */
export async function giveUpAfter(
  plies: number,
  { roomId, red, blue }: { roomId: string; red: Attendant; blue: Attendant },
  { loser, winner }: { loser: Attendant; winner: Attendant },
): Promise<number> {
  for (const { socket } of [red, blue]) {
    await socket.emitWithAck('joinRoom', { roomId });
    socket.emit('tableShown', { roomId });
  }
  for (const [ply, move] of OPENING.slice(0, plies).entries()) {
    const { socket } = ply % 2 === 0 ? red : blue;
    const message = { roomId, ...move, player: (ply % 2) + 1, ply, id: `${roomId}-${ply}` };
    const answer = await socket.emitWithAck('move', message);
    if (!answer.ok) throw new Error(`no move: ${answer.code}`);
  }
  const rated = once(winner.socket as never, 'ratingChanged', { signal: AbortSignal.timeout(ANSWER_MS) });
  await loser.api.surrender({ params: { roomId } });
  const [{ after }] = await rated;
  return after.rating as number;
}
