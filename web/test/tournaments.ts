import type { OwnEntry, StandingsRow, Tournament, TournamentDetails } from '@doushouqi/protocol';
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

const HOUR = 60 * MINUTE;

/** A running Swiss of seven rounds, between its third and its fourth round. */
export function swissInList(changes: Partial<Tournament> = {}): Tournament {
  const now = Date.now();
  return {
    id: 't1',
    name: '小雪杯',
    kind: 'swiss',
    timeControl: { initial: 5, increment: 3 },
    rated: true,
    levels: null,
    isPrivate: false,
    hasBots: false,
    phase: 'running',
    startsAt: now - HOUR,
    endsAt: now + HOUR,
    rounds: 7,
    round: 3,
    players: 46,
    games: 0,
    champion: null,
    mine: 'active',
    isOwn: false,
    ...changes,
  };
}

export function ownEntry(changes: Partial<OwnEntry> = {}): OwnEntry {
  return {
    status: 'active',
    isCheckedIn: true,
    rank: 4,
    points: 2.5,
    wins: 2,
    draws: 1,
    losses: 0,
    performance: null,
    streak: 0,
    game: null,
    hasBye: false,
    ...changes,
  };
}

export function tournamentDetails(changes: Partial<TournamentDetails> = {}): TournamentDetails {
  return {
    ...swissInList(changes),
    description: '',
    createdBy: null,
    checkInAt: null,
    checkedIn: 0,
    breakSeconds: 60,
    nextAt: null,
    tables: [],
    own: ownEntry(),
    ...changes,
  };
}
