import type { OwnEntry, StandingsRow, TournamentDetails } from '@doushouqi/protocol';
import { BLUE, RED } from '@doushouqi/room-client/testing';

/** Tournaments, entries and rows for tests. Times in epoch ms. */

export const MINUTE = 60_000;
export const OPPONENT = { _id: BLUE, nickname: '苍狼', avatar: 'wolf.png' };
const VIEWER = { _id: RED, nickname: '山君', avatar: 'tiger.png' };

/** A Swiss of five rounds with nine players that runs its second round. */
export function swissOf(changes: Partial<TournamentDetails> = {}): TournamentDetails {
  const now = Date.now();
  return {
    ...{ id: 'swiss-1', name: '小雪杯', kind: 'swiss', rated: true, levels: null },
    ...{ timeControl: { initial: 10, increment: 5 }, isPrivate: false, hasBots: false, isOwn: false },
    ...{ phase: 'running', startsAt: now - 40 * MINUTE, endsAt: now + 60 * MINUTE },
    ...{ rounds: 5, round: 2, players: 9, games: 4, champion: null, mine: null },
    ...{ description: '', createdBy: null, checkInAt: null, checkedIn: 0, breakSeconds: 60 },
    ...{ nextAt: null, tables: [], own: null },
    ...changes,
  };
}

export function entryOf(changes: Partial<OwnEntry> = {}): OwnEntry {
  return {
    ...{ status: 'active', isCheckedIn: false, rank: 4, points: 1.5, wins: 1, draws: 1, losses: 0 },
    ...{ performance: 1_600, streak: 0, game: null, hasBye: false },
    ...changes,
  };
}

/** A running game of the viewer, who has red. */
export function ownGameOf(at: number): NonNullable<OwnEntry['game']> {
  return { gameId: 'g2', roomId: 'g2', color: 'red', opponent: OPPONENT, round: 2, at };
}

/** The viewer's row. */
export function rowOf(changes: Partial<StandingsRow> = {}): StandingsRow {
  return {
    ...{ rank: 4, user: VIEWER, rating: 1_612, status: 'active', points: 1.5 },
    ...{ wins: 1, draws: 1, losses: 0, isPlaying: false, cells: ['win', 'draw'] },
    tieBreaks: { buchholzCut: 2.5, buchholz: 4, sonnebornBerger: 3, wins: 1 },
    ...changes,
  };
}
