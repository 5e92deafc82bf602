import {
  ARRIVAL_TIME,
  FIRST_MOVE_TIME,
  type PairingColor,
  POOLS_CACHED,
  type Pool,
  type PublicUser,
  type RouteReply,
  type Routes,
  tournamentOfContext,
} from '@doushouqi/protocol';
import { isSamePool, type PoolChoice } from './pools.ts';

/** The search for an opponent in one window. Pure; times in epoch ms of the server. */

export type MyPairing = RouteReply<Routes['getMyPairing']>;

interface Pairing {
  roomId: string;
  opponent: PublicUser;
  color: PairingColor;
  /** Names the tournament of the game. */
  context?: string | undefined;
}

export type Search =
  | { readonly phase: 'idle' }
  /** A ticket was requested. */
  | { readonly phase: 'joining'; readonly pool: PoolChoice; readonly since: number }
  | Searching
  /** The user left too many games: pairing is refused until `until`. */
  | { readonly phase: 'paused'; readonly until: number }
  | Found;

interface Searching {
  readonly phase: 'searching';
  readonly pool: PoolChoice;
  readonly ticket: string;
  readonly since: number;
  /** Seconds; null while unknown. */
  readonly expectedWait: number | null;
  /** Until then the user is not paired with the last opponent, who waits as well. */
  readonly heldUntil?: number | undefined;
  /** The connection is down. `torn`: it was down, and no reply arrived since. */
  readonly lost: boolean;
  readonly torn: boolean;
}

export interface Found extends Omit<Pairing, 'context'> {
  readonly phase: 'found';
  /** Null for a game of no tournament. */
  readonly tournamentId: string | null;
  /** Time of the event. */
  readonly at: number;
  /** The pool of the search; null after a challenge, and after a reload. */
  readonly pool: PoolChoice | null;
  /** Just found; the user has not seen it yet. */
  readonly fresh: boolean;
}

export type SearchEvent =
  | { type: 'asked'; pool: PoolChoice; at: number }
  | { type: 'joined'; ticket: string; expectedWait: number | null; heldUntil?: number | undefined }
  /** The server refused a ticket. */
  | { type: 'refused' }
  | { type: 'left' }
  | { type: 'lost' }
  | { type: 'regained' }
  | { type: 'paired'; pairing: Pairing; at: number }
  /** The user has seen the opponent. */
  | { type: 'seen' }
  /** `room`: the room that the user has opened in this browser, null for none. */
  | { type: 'synced'; mine: MyPairing; at: number; room: string | null };

export const IDLE: Search = { phase: 'idle' };

/** Milliseconds after which a found game is one to return to, not news. */
const NEWS = 20_000;
/** The same for a game of a tournament, of which a player does not know when it starts: until red must have moved. */
export const LATEST_FIRST_MOVE = ARRIVAL_TIME + FIRST_MOVE_TIME;

/** What the players of a tournament's new game have to do, at the latest after `left` milliseconds. */
export interface Due {
  what: 'seat' | 'move';
  left: number;
}

/** Returns what is due in a game that was paired at `at`; null when the first move must have been made. Epoch ms. */
export function dueOf(at: number, now: number): Due | null {
  const seat = at + ARRIVAL_TIME - now;
  if (seat > 0) return { what: 'seat', left: seat };
  const move = at + LATEST_FIRST_MOVE - now;
  return move > 0 ? { what: 'move', left: move } : null;
}

/** Returns the search after an event; the same object if nothing changes. */
export function searchAfter(search: Search, event: SearchEvent): Search {
  switch (event.type) {
    case 'asked':
      return { phase: 'joining', pool: event.pool, since: event.at };
    case 'joined':
      return joined(search, event);
    case 'refused':
      return search.phase === 'joining' ? IDLE : search;
    case 'left':
      return search.phase === 'found' ? search : IDLE;
    case 'lost':
      return search.phase === 'searching' && !search.lost ? { ...search, lost: true, torn: true } : search;
    case 'regained':
      return search.phase === 'searching' && search.lost ? { ...search, lost: false } : search;
    case 'paired':
      return found(search, event.pairing, event.at, true);
    case 'seen':
      return search.phase === 'found' && search.fresh ? { ...search, fresh: false } : search;
    case 'synced':
      return synced(search, event);
  }
}

function joined(
  search: Search,
  { ticket, expectedWait, heldUntil }: Extract<SearchEvent, { type: 'joined' }>,
): Search {
  if (search.phase !== 'joining') return search;
  const { pool, since } = search;
  return { phase: 'searching', pool, ticket, since, expectedWait, heldUntil, lost: false, torn: false };
}

function found(search: Search, pairing: Pairing, at: number, fresh: boolean): Search {
  if (search.phase === 'found' && search.roomId === pairing.roomId) return search;
  const { roomId, opponent, color, context } = pairing;
  const tournamentId = tournamentOfContext(context);
  const pool = tournamentId === null && 'pool' in search ? search.pool : null;
  return { phase: 'found', roomId, opponent, color, tournamentId, at, pool, fresh };
}

/** Applies the server's queue state, which overrides the local one. */
function synced(search: Search, { mine, at, room }: Extract<SearchEvent, { type: 'synced' }>): Search {
  const { paired, ticket, pause } = mine;
  if (paired) {
    // The user has already seen the game: a reload of its page or of another one is no news.
    const newsFor = tournamentOfContext(paired.context) === null ? NEWS : LATEST_FIRST_MOVE;
    const isNews = !paired.isRematch && paired.roomId !== room && at - paired.at < newsFor;
    return found(search, paired, Math.min(paired.at, at), isNews);
  }
  if (ticket) return searching(search, ticket, at);
  // The reply to the join follows.
  if (search.phase === 'joining') return search;
  // The ticket expired while this window was offline, and the user did not cancel: join again.
  if (search.phase === 'searching' && search.torn)
    return { phase: 'joining', pool: search.pool, since: search.since };
  return pause && pause.until > at ? { phase: 'paused', until: pause.until } : IDLE;
}

function searching(search: Search, ticket: NonNullable<MyPairing['ticket']>, at: number): Search {
  const { id, initial, increment, rated, expectedWait, heldUntil } = ticket;
  const isKnown = search.phase === 'searching' && search.ticket === id;
  // This device's clock may be wrong.
  const since = isKnown ? search.since : Math.min(ticket.since, at);
  const lost = isKnown && search.lost;
  const pool = { initial, increment, rated };
  return { phase: 'searching', pool, ticket: id, since, expectedWait, heldUntil, lost, torn: lost };
}

/** Longer than usual: 1.5 times the expected time, and at least a minute. */
export function isLong({ expectedWait }: Pick<Searching, 'expectedWait'>, waited: number): boolean {
  return waited >= Math.max(60, (expectedWait ?? 0) * 1.5);
}

/**
 * Returns how many others wait in a pool. Numbers that were read (epoch ms) after the search began include this user's
 * ticket. Pure.
 */
export function othersWaiting(pool: Pool, search: Search, readAt: number): number {
  const isOwn = search.phase === 'searching' && isSamePool(search.pool, pool);
  const isCounted = isOwn && readAt - search.since >= POOLS_CACHED;
  return Math.max(0, pool.waiting - (isCounted ? 1 : 0));
}

/** Seconds after which a game against the computer is offered. */
export const WARM_UP_AFTER = 15;
