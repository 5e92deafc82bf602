import type { OwnEntry, StandingsRow, Tournament, TournamentDetails } from '@doushouqi/protocol';
import { ME } from './users.ts';

const MINUTE = 60_000;

/** A running arena of 46 players with 38 minutes left. */
export function arenaInList(changes: Partial<Tournament> = {}): Tournament {
  const now = Date.now();
  return {
    ...{ id: 'a1', name: '周六擂台', kind: 'arena', rated: true, levels: null },
    ...{ timeControl: { initial: 5, increment: 3 }, isPrivate: false, hasBots: false, isOwn: false },
    ...{ phase: 'running', startsAt: now - 52 * MINUTE, endsAt: now + 38 * MINUTE },
    ...{ rounds: null, round: 0, players: 46, games: 19, champion: null, mine: null },
    ...changes,
  };
}

export function arenaDetails(changes: Partial<TournamentDetails> = {}): TournamentDetails {
  const { own = null } = changes;
  return {
    ...arenaInList({ mine: own?.status ?? null }),
    ...{ description: '', createdBy: null, checkInAt: null, checkedIn: 0, breakSeconds: 60 },
    ...{ password: null, nextAt: null, tables: [], own },
    ...changes,
  };
}

export function arenaEntry(changes: Partial<OwnEntry> = {}): OwnEntry {
  return {
    ...{ status: 'active', isCheckedIn: false, rank: 13, points: 10, wins: 4, draws: 0, losses: 3 },
    ...{ performance: 1_688, streak: 1, game: null, hasBye: false },
    ...changes,
  };
}

/** The standings of `count` players with falling points; the viewer has rank `own`. */
export function arenaRows(count: number, own = 13): StandingsRow[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ rank: n + 1, rating: 1_600, status: 'active', points: 36 - 2 * n, isPlaying: false },
    ...{ wins: 4, draws: 0, losses: 3, scores: [2, 4, 0, 1], streak: n === 0 ? 8 : 1, performance: 1_700 },
    user:
      n + 1 === own ? ME : { _id: `${n}`.padStart(24, '0'), nickname: `棋手${n + 1}`, avatar: 'lion.png' },
  }));
}
