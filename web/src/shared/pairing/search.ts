import { ApiError, type UserRatings } from '@doushouqi/protocol';
import { matchPath } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import { api } from '../../client/api.ts';
import { callPairing } from '../../client/pairing-call.ts';
import { realtime } from '../../client/realtime.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { toast } from '../../ui/toast-store.ts';
import { mainClass, shownLevel } from '../ratings/queries.ts';
import { DEFAULT_POOL, isSamePool, type PoolChoice, poolId, poolOf } from './pools.ts';
import { IDLE, type Search, type SearchEvent, searchAfter } from './search-state.ts';
import { t } from './texts.ts';

interface SearchStore {
  search: Search;
  /** Counts what the person did: an answer to an earlier question knows nothing of it. */
  actions: number;
}

/** The search of this window; the server's word is the truth. */
export const searchStore = createStore<SearchStore>(() => ({ search: IDLE, actions: 0 }));

function actionCount(): number {
  return searchStore.getState().actions;
}

function countAction(): void {
  searchStore.setState(({ actions }) => ({ actions: actions + 1 }));
}

/** Milliseconds between two requests during a search; they replace missed events. */
const LOOK_AGAIN = 8_000;

function dispatch(event: SearchEvent): void {
  const { search } = searchStore.getState();
  const next = searchAfter(search, event);
  if (next === search) return;
  searchStore.setState({ search: next });
  // The ticket expired while the connection was down.
  if (event.type === 'synced' && next.phase === 'joining') void join(next.pool);
}

function roomOnPage(): string | null {
  return matchPath('/play/room/:roomId', window.location.pathname)?.params.roomId ?? null;
}

/** Asks the server how things stand. Unanswered it is asked again later. */
export async function lookAgain(): Promise<void> {
  const asked = actionCount();
  const mine = await api.getMyPairing().catch(() => null);
  if (mine && asked === actionCount()) dispatch({ type: 'synced', mine, at: Date.now(), room: roomOnPage() });
}

function refused(error: unknown): void {
  dispatch({ type: 'refused' });
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'PAIRING_PAUSED' || code === 'ALREADY_PLAYING') void lookAgain();
  const isSaid = error instanceof ApiError && error.status > 0 && error.status < 500;
  if (isSaid) toast.warning(error.message);
  else toast.error(t('failed'));
}

async function join(pool: PoolChoice): Promise<void> {
  const asked = actionCount();
  const { initial, increment, rated } = pool;
  try {
    const { ticket, ...wait } = await api.joinPairing({ body: { initial, increment, rated } });
    if (asked === actionCount()) dispatch({ type: 'joined', ticket, ...wait });
    // Given up meanwhile: the ticket that came after all is given back.
    else if (searchStore.getState().search.phase === 'idle') leave();
  } catch (error) {
    if (asked === actionCount()) refused(error);
  }
}

function leave(): void {
  api.leavePairing().catch(() => toast.error(t('leaveFailed')));
}

/**
 * Returns the pool of a press on 找对手: the last one, else casual for a user without a level, who would not know that
 * the first game counts.
 */
export function usualPool(standings: UserRatings | null): PoolChoice {
  const hasLevel = standings !== null && shownLevel(standings[mainClass(standings)]) !== null;
  return poolOf(storage.getItem(KEYS.pool)) ?? { ...DEFAULT_POOL, rated: hasLevel };
}

/** Looks for an opponent in the usual pool. */
export async function seekUsual(): Promise<void> {
  const userId = session.store.getState().user?._id;
  const isChosen = storage.getItem(KEYS.pool) !== null;
  const asked = isChosen || userId === undefined ? null : api.getRatings({ params: { userId } });
  seek(usualPool((await asked?.catch(() => null)) ?? null));
}

/** Looks for an opponent; a visitor logs in first and looks for one then. */
export function seek(pool: PoolChoice): void {
  storage.setItem(KEYS.pool, poolId(pool));
  if (!session.store.getState().user)
    return void session.requestLogin('/play', {
      why: 'seek',
      intention: { action: 'seek', of: poolId(pool) },
    });
  const { search } = searchStore.getState();
  if ('pool' in search && search.pool && search.phase !== 'found' && isSamePool(search.pool, pool)) return;
  countAction();
  callPairing();
  dispatch({ type: 'asked', pool, at: Date.now() });
  void join(pool);
}

/** Cancels the search. */
export function giveUp(): void {
  countAction();
  dispatch({ type: 'left' });
  leave();
}

/** The pause was read. */
export function closePause(): void {
  dispatch({ type: 'left' });
}

export function markSeen(): void {
  dispatch({ type: 'seen' });
}

/** A challenge was accepted, here or by somebody else: the game is there. */
export function pairedWith(pairing: Extract<SearchEvent, { type: 'paired' }>['pairing']): void {
  dispatch({ type: 'paired', pairing, at: Date.now() });
}

function asksAgain(): void {
  const { phase } = searchStore.getState().search;
  if (phase === 'searching' || phase === 'joining') void lookAgain();
}

/** Follows the connection of this window; returns the way to stop. */
function followConnection(): () => void {
  const regained = (): void => {
    dispatch({ type: 'regained' });
    void lookAgain();
  };
  const lost = (): void => dispatch({ type: 'lost' });
  const stopping = realtime.connect().then((socket) => {
    socket.on('disconnect', lost);
    socket.on('connect', regained);
    return () => {
      socket.off('disconnect', lost);
      socket.off('connect', regained);
    };
  });
  return () => void stopping.then((stop) => stop());
}

/** Follows the search of the person who is logged in, from how it stands on the server; returns the end of it. */
export function followSearch(): () => void {
  const timer = setInterval(asksAgain, LOOK_AGAIN);
  const lost = (): void => dispatch({ type: 'lost' });
  window.addEventListener('offline', lost);
  const ends = [
    followConnection(),
    realtime.onPersonal('paired', pairedWith),
    () => clearInterval(timer),
    () => window.removeEventListener('offline', lost),
  ];
  void lookAgain();
  return () => {
    for (const end of ends) end();
    countAction();
    searchStore.setState({ search: IDLE });
  };
}
