import { otherSide, SIDES, type Side, type Winner } from '@doushouqi/rules';

/** How a rated game ended, as far as conduct goes. Users by id. */
export interface EndedGame {
  players: readonly [red: string, blue: string];
  /** Null: aborted. */
  winner: Winner | null;
  /** Half-moves. */
  plies: number;
  bySurrender: boolean;
  /** Who made no first move, or gave up before it. */
  abortedBy?: string | undefined;
  /** Who lost by leaving, or by staying away. */
  leftBy?: string | undefined;
}

export type Offence = 'aborted' | 'left' | 'early_surrender';

/** Who gives up before this half-move has hardly played: losing on purpose looks like it. */
export const EARLY_PLIES = 12;

function offenceOf(game: EndedGame, userId: string, side: Side): Offence | null {
  const { winner, plies, bySurrender, abortedBy, leftBy } = game;
  if (abortedBy === userId) return 'aborted';
  if (leftBy === userId) return 'left';
  const lost = winner === otherSide(side);
  return lost && bySurrender && plies < EARLY_PLIES ? 'early_surrender' : null;
}

/** What each player did: an offence, a good game, or nothing that counts (the other one's abort). */
export function conductIn(game: EndedGame): { userId: string; did: Offence | 'played' | null }[] {
  return game.players.map((userId, index) => {
    const offence = offenceOf(game, userId, SIDES[index]!);
    return { userId, did: offence ?? (game.winner === null ? null : 'played') };
  });
}
