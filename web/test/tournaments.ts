import type { OwnEntry, Tournament, TournamentDetails } from '@doushouqi/protocol';

const HOUR = 3_600_000;

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
