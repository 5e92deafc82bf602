import type { PairingColor, PublicUser, RouteReply, Routes } from '@doushouqi/protocol';
import type { PoolChoice } from './pools.ts';

/** The search for an opponent as one window knows it. Pure; times in epoch ms of this device. */

export type MyPairing = RouteReply<Routes['getMyPairing']>;

interface Pairing {
  roomId: string;
  opponent: PublicUser;
  color: PairingColor;
}

export type Search =
  | { readonly phase: 'idle' }
  /** The server was asked for a ticket. */
  | { readonly phase: 'joining'; readonly pool: PoolChoice; readonly since: number }
  | Searching
  /** Too many games were broken off: pairing is refused until `until`. */
  | { readonly phase: 'paused'; readonly until: number }
  | Found;

interface Searching {
  readonly phase: 'searching';
  readonly pool: PoolChoice;
  readonly ticket: string;
  readonly since: number;
  /** Seconds; null while nothing is known. */
  readonly expectedWait: number | null;
  /** Until then the last opponent, who waits as well, is not paired with this user. */
  readonly heldUntil?: number | undefined;
  /** The connection is away; `torn`: it was, and the server has not been asked since. */
  readonly lost: boolean;
  readonly torn: boolean;
}

export interface Found extends Pairing {
  readonly phase: 'found';
  /** When it was heard of. */
  readonly at: number;
  /** Where one waited; null after a challenge, and after a reload. */
  readonly pool: PoolChoice | null;
  /** Just now, and the person has not seen it yet. */
  readonly fresh: boolean;
}

export type SearchEvent =
  | { type: 'asked'; pool: PoolChoice; at: number }
  | { type: 'joined'; ticket: string; expectedWait: number | null; heldUntil?: number | undefined }
  /** The server did not give a ticket. */
  | { type: 'refused' }
  | { type: 'left' }
  | { type: 'lost' }
  | { type: 'regained' }
  | { type: 'paired'; pairing: Pairing; at: number }
  /** The person has seen who was found. */
  | { type: 'seen' }
  /** `room`: the room on the page, null for none. */
  | { type: 'synced'; mine: MyPairing; at: number; room: string | null };

export const IDLE: Search = { phase: 'idle' };

/** A game that was found longer ago is one to come back to, not news. Milliseconds. */
const NEWS = 20_000;

/** What follows from an event; the same state where nothing does. */
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
  const { roomId, opponent, color } = pairing;
  const pool = 'pool' in search ? search.pool : null;
  return { phase: 'found', roomId, opponent, color, at, pool, fresh };
}

/** Applies the server's queue state, which overrides the local one. */
function synced(search: Search, { mine, at, room }: Extract<SearchEvent, { type: 'synced' }>): Search {
  const { paired, ticket, pause } = mine;
  if (paired) {
    // The player of a page that was reloaded at the table knows of the game.
    const isNews = !paired.isRematch && paired.roomId !== room && at - paired.at < NEWS;
    return found(search, paired, Math.min(paired.at, at), isNews);
  }
  if (ticket) return searching(search, ticket, at);
  // Its own answer is on the way.
  if (search.phase === 'joining') return search;
  // The ticket expired while this window was offline, and the user did not cancel: join again.
  if (search.phase === 'searching' && search.torn)
    return { phase: 'joining', pool: search.pool, since: search.since };
  return pause && pause.until > at ? { phase: 'paused', until: pause.until } : IDLE;
}

function searching(search: Search, ticket: NonNullable<MyPairing['ticket']>, at: number): Search {
  const { id, initial, increment, rated, expectedWait, heldUntil } = ticket;
  const isKnown = search.phase === 'searching' && search.ticket === id;
  // By this device's clock, which may be wrong.
  const since = isKnown ? search.since : Math.min(ticket.since, at);
  const lost = isKnown && search.lost;
  const pool = { initial, increment, rated };
  return { phase: 'searching', pool, ticket: id, since, expectedWait, heldUntil, lost, torn: lost };
}

/** Longer than people usually wait: half as long again as expected, and a minute at the least. */
export function isLong({ expectedWait }: Pick<Searching, 'expectedWait'>, waited: number): boolean {
  return waited >= Math.max(60, (expectedWait ?? 0) * 1.5);
}

/** From here on a game against the computer is offered meanwhile. Seconds. */
export const WARM_UP_AFTER = 15;
