import type { Player, TournamentState } from '../state.ts';
import { type ArenaScore, arenaScore } from './points.ts';

export interface ArenaRow extends ArenaScore {
  player: Player;
  rank: number;
}

/** The scores by player: a player that did not change is the same object, so its score is not computed again. */
const scores = new WeakMap<Player, ArenaScore>();

function scoreOf(player: Player): ArenaScore {
  const known = scores.get(player);
  if (known !== undefined) return known;
  const score = arenaScore(player);
  scores.set(player, score);
  return score;
}

function byRank(a: ArenaRow, b: ArenaRow): number {
  return (
    b.points - a.points ||
    (b.performance ?? 0) - (a.performance ?? 0) ||
    b.player.rating - a.player.rating ||
    (a.player.id < b.player.id ? -1 : 1)
  );
}

/** Returns the standings: by points, then performance, then rating. Players that left keep their place. */
export function arenaStandings({ players }: Pick<TournamentState, 'players'>): ArenaRow[] {
  const rows = [...players.values()].map((player) => ({ ...scoreOf(player), player, rank: 0 }));
  rows.sort(byRank);
  for (const [index, row] of rows.entries()) row.rank = index + 1;
  return rows;
}
