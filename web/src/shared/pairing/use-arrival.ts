import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { currentRoom } from '../../client/current-room.ts';
import { useIsVisible } from '../../ui/use-is-visible.ts';
import { searchSlot } from '../header/header-slots.ts';
import type { Search } from './search-state.ts';

/** Whoever is in the middle of something has so long to finish a thought. Milliseconds. */
const COURTESY = 8_000;

/** Tells with a sound and in the title of the window; it comes with the first search. */
async function tellFound(): Promise<void> {
  const { ringFound } = await import('./found-alert.ts');
  ringFound();
}

/** What tells of an opponent is there before one is found, and the browser has allowed it to sound. */
export function usePrepared(isSeeking: boolean): void {
  useEffect(() => {
    if (!isSeeking) return;
    const preparing = import('./found-alert.ts').then(
      ({ prepareFound }) => prepareFound(),
      () => () => {},
    );
    return () => void preparing.then((stop) => stop());
  }, [isSeeking]);
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
  useEffect(() => {
    if (roomId !== null) void tellFound();
  }, [roomId]);
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
