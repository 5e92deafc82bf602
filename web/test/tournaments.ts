import type { OwnEntry, StandingsRow, Tournament, TournamentDetails } from '@doushouqi/protocol';
import { BLUE, RED } from '@doushouqi/room-client/testing';

/** Tournaments, entries and rows for tests. Times in epoch ms. */

export const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const OPPONENT = { _id: BLUE, nickname: '苍狼', avatar: 'wolf.png' };
const VIEWER = { _id: RED, nickname: '山君', avatar: 'tiger.png' };

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
    password: null,
    checkInAt: null,
    checkedIn: 0,
    breakSeconds: 60,
    nextAt: null,
    tables: [],
    own: ownEntry(),
    ...changes,
  };
}

/** A Swiss of five rounds that runs its second round, without an entry of the viewer. */
export function swissOf(changes: Partial<TournamentDetails> = {}): TournamentDetails {
  const control = { initial: 10, increment: 5 };
  const running = { id: 'swiss-1', rounds: 5, round: 2, players: 9, games: 4, timeControl: control };
  return tournamentDetails({ ...running, mine: null, own: null, ...changes });
}

/** An entry without check-in, in the second round. */
export function entryOf(changes: Partial<OwnEntry> = {}): OwnEntry {
  return ownEntry({ isCheckedIn: false, points: 1.5, wins: 1, ...changes });
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
