import { otherSide, SIDES, type Side, type Winner } from '@doushouqi/rules';

/** The end of a rated game, for conduct. Users by id. */
export interface EndedGame {
  players: readonly [red: string, blue: string];
  /** Null: aborted. */
  winner: Winner | null;
  plies: number;
  bySurrender: boolean;
  /** User who made no first move or gave up before it. */
  abortedBy?: string | undefined;
  /** User who lost by leaving or being offline. */
  leftBy?: string | undefined;
}

export type Offence = 'aborted' | 'left' | 'early_surrender';

/** A surrender before this ply counts as an offence: it may be a deliberate loss. */
export const EARLY_PLIES = 12;

function offenceOf(game: EndedGame, userId: string, side: Side): Offence | null {
  const { winner, plies, bySurrender, abortedBy, leftBy } = game;
  if (abortedBy === userId) return 'aborted';
  if (leftBy === userId) return 'left';
  const lost = winner === otherSide(side);
  return lost && bySurrender && plies < EARLY_PLIES ? 'early_surrender' : null;
}

/** Returns an offence, a good game or null (the opponent aborted) for each player. */
export function conductIn(game: EndedGame): { userId: string; did: Offence | 'played' | null }[] {
  return game.players.map((userId, index) => {
    const offence = offenceOf(game, userId, SIDES[index]!);
    return { userId, did: offence ?? (game.winner === null ? null : 'played') };
  });
}
