import type { Player, TournamentState } from '../state.ts';
import { initialRanking, scoreBefore } from './players.ts';
import { byDirectEncounter, type TieBreaks, tieBreaks } from './tie-breaks.ts';

export interface SwissRow extends TieBreaks {
  player: Player;
  rank: number;
  score: number;
}

function before(a: SwissRow, b: SwissRow): number {
  return (
    b.score - a.score ||
    b.buchholzCut - a.buchholzCut ||
    b.buchholz - a.buchholz ||
    b.sonnebornBerger - a.sonnebornBerger
  );
}

function groupsOf(sorted: readonly SwissRow[]): SwissRow[][] {
  const groups: SwissRow[][] = [];
  for (const row of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && before(last[0]!, row) === 0) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

/**
 * Returns the standings: by score, Buchholz cut 1, Buchholz, Sonneborn-Berger, direct encounter, wins and initial ranking. Scores
 * count games of the running round but no requested bye of a later one, tie-breaks only rounds that ended. Players that left keep their place.
 */
export function swissStandings(state: TournamentState): SwissRow[] {
  const rounds = state.roundsEnded;
  const breaks = tieBreaks(state, rounds);
  const rows = initialRanking(state).map((player): SwissRow => {
    return {
      ...breaks.get(player.id)!,
      player,
      rank: 0,
      score: scoreBefore(player, state.round + 1),
    };
  });
  const byPlayer = new Map(rows.map((row) => [row.player, row]));
  const standings = groupsOf(rows.toSorted(before)).flatMap((tied) =>
    byDirectEncounter(
      tied.map(({ player }) => player),
      rounds,
    ).flatMap((group) => group.map((player) => byPlayer.get(player)!).toSorted((a, b) => b.wins - a.wins)),
  );
  for (const [index, row] of standings.entries()) row.rank = index + 1;
  return standings;
}
