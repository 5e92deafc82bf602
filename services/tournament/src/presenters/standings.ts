import { type RoundCell, SHOWN_SCORES, type StandingsRow } from '@doushouqi/protocol';
import {
  type ArenaRow,
  arenaStandings,
  type Player,
  type SheetEntry,
  type SwissRow,
  swissStandings,
  type TournamentState,
} from '@doushouqi/tournament';
import type { StoredRow, StoredTournament } from '../models.ts';
import type { Peers } from '../peers.ts';
import type { Book } from '../store/book.ts';

/** Standings are computed again at most once in this time: a thousand spectators look at once. Milliseconds. */
const FRESH_MS = 1_000;

function commonOf({ id, rating, status, sheet }: Player) {
  const count = (wanted: 'win' | 'draw' | 'loss') =>
    sheet.filter((entry) => entry.kind === 'game' && entry.result === wanted).length;
  return { userId: id, rating, status, wins: count('win'), draws: count('draw'), losses: count('loss') };
}

function arenaRow({ player, points, performance, streak, games }: ArenaRow): StoredRow {
  const scores = games.slice(-SHOWN_SCORES).map((game) => game.points);
  return { ...commonOf(player), points, scores, streak, performance };
}

function cellOf(entry: SheetEntry | undefined): RoundCell {
  if (entry === undefined) return 'none';
  if (entry.kind === 'bye') return entry.reason === 'odd' ? 'bye' : 'halfBye';
  if (entry.result === null) return 'playing';
  if (!entry.isForfeit) return entry.result;
  return entry.result === 'win' ? 'forfeitWin' : 'forfeitLoss';
}

function swissRow({ round }: TournamentState, row: SwissRow): StoredRow {
  const { player, score, buchholzCut, buchholz, sonnebornBerger, wins } = row;
  const bySheet = new Map(player.sheet.map((entry) => [entry.round, entry]));
  return {
    ...commonOf(player),
    points: score,
    cells: Array.from({ length: round }, (_, n) => cellOf(bySheet.get(n + 1))),
    tieBreaks: { buchholzCut, buchholz, sonnebornBerger, wins },
  };
}

/** Returns the standings with all that is shown and stored of them. Pure. */
export function rowsOf({ kind, state }: Book): StoredRow[] {
  return kind === 'arena'
    ? arenaStandings(state).map(arenaRow)
    : swissStandings(state).map((row) => swissRow(state, row));
}

/** The rows in their order, and the place of each player from 0. */
export interface Ranked {
  rows: readonly StoredRow[];
  places: ReadonlyMap<string, number>;
}

export function ranked(rows: readonly StoredRow[]): Ranked {
  return { rows, places: new Map(rows.map(({ userId }, place) => [userId, place])) };
}

export type Standings = ReturnType<typeof createStandings>;

/** Caches the standings of running tournaments. */
export function createStandings(now: () => number) {
  const cached = new WeakMap<Book, Ranked & { length: number; at: number }>();
  return {
    /** `of`: a player who must be among them. */
    of(book: Book, player?: string): Ranked {
      const known = cached.get(book);
      const isMissing = player !== undefined && book.state.players.has(player) && !known?.places.has(player);
      if (known && !isMissing && (known.length === book.length || now() - known.at < FRESH_MS)) return known;
      const made = { ...ranked(rowsOf(book)), length: book.length, at: now() };
      cached.set(book, made);
      return made;
    },
  };
}

interface RowsWish {
  from: number;
  count: number;
  /** Players of running games. */
  playing: ReadonlySet<string>;
  /** Null without check-in, and after the start. */
  checkedIn: ReadonlySet<string> | null;
}

/** Returns rows from a place on, with profiles. */
export async function presentRows(
  { profilesOf }: Pick<Peers, 'profilesOf'>,
  { rows }: Ranked,
  { from, count, playing, checkedIn }: RowsWish,
): Promise<StandingsRow[]> {
  const shown = rows.slice(from, from + count);
  const profiles = await profilesOf(shown.map(({ userId }) => userId));
  return shown.map(({ userId, ...row }, n) => ({
    ...row,
    rank: from + n + 1,
    user: profiles.get(userId)!,
    isPlaying: playing.has(userId),
    ...(checkedIn && { isCheckedIn: checkedIn.has(userId) }),
  }));
}

export function playersIn({ games }: TournamentState): Set<string> {
  return new Set([...games.values()].flatMap(({ red, blue }) => [red, blue]));
}

/** Returns the players who are present before the start; null without check-in, and after the start. */
export function checkedInTo(
  { checkIn }: Pick<StoredTournament, 'checkIn'>,
  { state }: Book,
): Set<string> | null {
  if (!checkIn || state.phase !== 'open') return null;
  return new Set([...state.players.values()].filter(({ isCheckedIn }) => isCheckedIn).map(({ id }) => id));
}
