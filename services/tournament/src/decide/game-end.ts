import { fromWireWinner, type WireWinner } from '@doushouqi/protocol';
import { type EndReason, SIDES, type Side } from '@doushouqi/rules';
import type { TournamentEvent } from '@doushouqi/tournament';
import type { Book } from '../store/book.ts';

/** A finished game as its room reports it. */
export interface EndedGame {
  gameId: string;
  winner: WireWinner;
  endReason: EndReason;
  moveTimes: readonly number[];
  endTime: number;
  /** Player who made no first move or resigned before it. */
  abortedBy?: string | undefined;
}

/** Returns the end of a running game; none if it has ended here, or is unknown. Pure. */
export function gameEnd({ state }: Book, game: EndedGame): TournamentEvent[] {
  const paired = state.games.get(game.gameId);
  if (paired === undefined) return [];
  const absent: Side[] = SIDES.filter((side) => paired[side] === game.abortedBy);
  return [
    {
      kind: 'finished',
      game: game.gameId,
      winner: fromWireWinner(game.winner),
      plies: game.moveTimes.length,
      endReason: absent.length > 0 ? null : game.endReason,
      absent,
      at: game.endTime,
    },
  ];
}

/** Returns the end of a game that did not begin. `absent`: the players of a Swiss who play elsewhere. Pure. */
export function notBegun(
  { state }: Book,
  game: string,
  absent: readonly string[],
  at: number,
): TournamentEvent[] {
  const paired = state.games.get(game);
  if (paired === undefined) return [];
  const sides = SIDES.filter((side) => absent.includes(paired[side]));
  return [{ kind: 'finished', game, winner: null, plies: 0, endReason: null, absent: sides, at }];
}
