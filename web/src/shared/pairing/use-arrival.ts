import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { currentRoom } from '../../client/current-room.ts';
import { useIsVisible } from '../../ui/use-is-visible.ts';
import { searchSlot } from '../header/header-slots.ts';
import type { Search } from './search-state.ts';

/** Whoever is in the middle of something has so long to finish a thought. Milliseconds. */
const COURTESY = 8_000;

/**
 * Runs a part of the alert, which loads with the first search, for as long as `key` is the same and not null. Without a
 * network there is no alert.
 */
function useAlert(key: string | true | null, part: 'prepareFound' | 'ringFound'): void {
  useEffect(() => {
    if (key === null) return;
    const starting = import('./found-alert.ts').then(
      (alert) => alert[part](),
      () => () => {},
    );
    return () => void starting.then((stop) => stop());
  }, [key, part]);
}

/** Loads the alert before an opponent is found, and lets the press that began the search allow sounds. */
export function usePrepared(isSeeking: boolean): void {
  useAlert(isSeeking || null, 'prepareFound');
}

/**
 * Leads to the table when an opponent is found: at once, or, out of a game against the computer, a local game or the
 * analysis, after a moment, whose end is returned (epoch ms). Nobody is led out of a running game with somebody else,
 * nor is a window that nobody looks at, before it is looked at.
 */
export function useArrival(search: Search, isThere: boolean): number | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isBusy = useStore(searchSlot, ({ element }) => element !== null);
  const isPlaying = useStore(currentRoom, ({ playing }) => playing);
  const isVisible = useIsVisible();
  const roomId = search.phase === 'found' && search.fresh ? search.roomId : null;
  useAlert(roomId, 'ringFound');
  const goes = roomId !== null && !isThere && isVisible && !isPlaying;
  const goesAt = goes && isBusy && search.phase === 'found' ? search.at + COURTESY : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may be another matter
  useEffect(() => {
    if (!goes) return;
    const go = (): void => void navigate(`/play/room/${roomId}`);
    if (goesAt === null) return go();
    const timer = setTimeout(go, Math.max(0, goesAt - Date.now()));
    return () => clearTimeout(timer);
  }, [goes, goesAt, roomId, pathname]);
  return goesAt;
}
