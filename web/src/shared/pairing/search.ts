import { ApiError, contextOfTournament, type TournamentPaired, type UserRatings } from '@doushouqi/protocol';
import { matchPath } from 'react-router-dom';
import { createStore } from 'zustand/vanilla';
import { api } from '../../client/api.ts';
import { ownRoom } from '../../client/own-room.ts';
import { callPairing, pairingCall } from '../../client/pairing-call.ts';
import { realtime } from '../../client/realtime.ts';
import { session } from '../../client/session.ts';
import { KEYS, storage } from '../../client/storage.ts';
import { serverNow } from '../../client/time.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { mainClass, shownLevel } from '../ratings/queries.ts';
import { DEFAULT_POOL, isSamePool, type PoolChoice, poolId, poolOf } from './pools.ts';
import { IDLE, type Search, type SearchEvent, searchAfter } from './search-state.ts';
import { t } from './texts.ts';

interface SearchStore {
  search: Search;
  /** Number of actions of the user. A reply to a request from before the last action is outdated. */
  actions: number;
}

/** The search of this window. The server's state overrides it. */
export const searchStore = createStore<SearchStore>(() => ({ search: IDLE, actions: 0 }));

function actionCount(): number {
  return searchStore.getState().actions;
}

function countAction(): void {
  searchStore.setState(({ actions }) => ({ actions: actions + 1 }));
}

/** Interval of the requests during a search, which replace missed events, in ms. */
const SYNC_INTERVAL = 8_000;

function dispatch(event: SearchEvent): void {
  const { search } = searchStore.getState();
  const next = searchAfter(search, event);
  if (next === search) return;
  searchStore.setState({ search: next });
  pairingCall.setState({ isWaiting: next.phase === 'searching' });
  // The ticket expired while the connection was down.
  if (event.type === 'synced' && next.phase === 'joining') void join(next.pool);
}

function roomOnPage(): string | null {
  return matchPath('/play/room/:roomId', window.location.pathname)?.params.roomId ?? null;
}

/**
 * Applies the server's state of the search. A reply to a request from before the last event is outdated: the request
 * is repeated. After an action of the user the reply is ignored. A failed request is repeated later.
 */
export async function syncSearch(): Promise<void> {
  const { search, actions } = searchStore.getState();
  const mine = await api.getMyPairing().catch(() => null);
  if (!mine || actions !== actionCount()) return;
  if (searchStore.getState().search !== search) return syncSearch();
  const room = roomOnPage() ?? ownRoom.getState().roomId;
  dispatch({ type: 'synced', mine, at: serverNow(), room });
}

/** The operators paused rated games: the same pool without rating is offered. */
async function offerCasual(pool: PoolChoice, message: string): Promise<void> {
  const isCasual = await confirm({ title: t('unrated.title'), message, confirmText: t('unrated.casual') });
  if (isCasual) seek({ ...pool, rated: false });
}

function refused(error: unknown, pool: PoolChoice): void {
  dispatch({ type: 'refused' });
  const { code, message } = error instanceof ApiError ? error : { code: undefined, message: '' };
  if (code === 'PAIRING_PAUSED' || code === 'ALREADY_PLAYING') void syncSearch();
  if (code === 'RATED_PAUSED') return void offerCasual(pool, message);
  const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500;
  if (isRefusal) toast.warning(message);
  else toast.error(t('failed'));
}

async function join(pool: PoolChoice): Promise<void> {
  const actions = actionCount();
  const { initial, increment, rated } = pool;
  try {
    const { ticket, ...wait } = await api.joinPairing({ body: { initial, increment, rated } });
    if (actions === actionCount()) dispatch({ type: 'joined', ticket, ...wait });
    // The user canceled before the ticket arrived: return it.
    else if (searchStore.getState().search.phase === 'idle') leave();
  } catch (error) {
    if (actions === actionCount()) refused(error, pool);
  }
}

function leave(): void {
  api.leavePairing().catch(() => toast.error(t('leaveFailed')));
}

/**
 * Returns the pool of a press on 找对手: the last one, else casual for a user without a level, who may not know that
 * the first game is rated.
 */
export function usualPool(ratings: UserRatings | null): PoolChoice {
  const hasLevel = ratings !== null && shownLevel(ratings[mainClass(ratings)]) !== null;
  const stored = poolOf(storage.getItem(KEYS.pool));
  const isMember = session.store.getState().user?.isGuest !== true;
  if (stored) return { ...stored, rated: stored.rated && isMember };
  return { ...DEFAULT_POOL, rated: hasLevel };
}

/** Looks for an opponent in the usual pool. */
export async function seekUsual(): Promise<void> {
  const userId = session.store.getState().user?._id;
  const isChosen = storage.getItem(KEYS.pool) !== null;
  const ratings = isChosen || userId === undefined ? null : api.getRatings({ params: { userId } });
  seek(usualPool((await ratings?.catch(() => null)) ?? null));
}

/** Looks for an opponent. A visitor logs in first, a guest for a rated game; the search starts after that. */
export function seek(pool: PoolChoice): void {
  storage.setItem(KEYS.pool, poolId(pool));
  const { user } = session.store.getState();
  if (!user || (user.isGuest && pool.rated))
    return void session.requestLogin('/play', {
      why: pool.rated ? 'rated' : 'seek',
      intention: { action: 'seek', of: poolId(pool) },
    });
  const { search } = searchStore.getState();
  if ('pool' in search && search.pool && search.phase !== 'found' && isSamePool(search.pool, pool)) return;
  countAction();
  callPairing();
  dispatch({ type: 'asked', pool, at: serverNow() });
  void join(pool);
}

/** Cancels the search. */
export function giveUp(): void {
  countAction();
  dispatch({ type: 'left' });
  leave();
}

/** Closes the notice about the pause. */
export function closePause(): void {
  dispatch({ type: 'left' });
}

export function markSeen(): void {
  dispatch({ type: 'seen' });
}

/** Applies a pairing that the server reported: the queue found an opponent, or a challenge was accepted. */
export function pairedWith(pairing: Extract<SearchEvent, { type: 'paired' }>['pairing']): void {
  dispatch({ type: 'paired', pairing, at: serverNow() });
}

/** The same game of a tournament as that of `paired`, in case that event was lost. */
function pairedInTournament({ id, roomId, opponent, color }: TournamentPaired): void {
  pairedWith({ roomId, opponent, color, context: contextOfTournament(id) });
}

function syncWhileSearching(): void {
  const { phase } = searchStore.getState().search;
  if (phase === 'searching' || phase === 'joining') void syncSearch();
}

/** Notifies the search of lost and restored connections. Returns a function that stops this. */
function followConnection(): () => void {
  const regained = (): void => {
    dispatch({ type: 'regained' });
    void syncSearch();
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

/** Keeps the search of the logged-in user in step with the server. Returns a function that stops this. */
export function followSearch(): () => void {
  const timer = setInterval(syncWhileSearching, SYNC_INTERVAL);
  const lost = (): void => dispatch({ type: 'lost' });
  window.addEventListener('offline', lost);
  const ends = [
    followConnection(),
    realtime.onPersonal('paired', pairedWith),
    realtime.onPersonal('tournamentPaired', pairedInTournament),
    () => clearInterval(timer),
    () => window.removeEventListener('offline', lost),
  ];
  void syncSearch();
  return () => {
    for (const end of ends) end();
    countAction();
    searchStore.setState({ search: IDLE });
    pairingCall.setState({ isWaiting: false });
  };
}
