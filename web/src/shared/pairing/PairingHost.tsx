import { Suspense, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { ownRoom } from '../../client/own-room.ts';
import { useSession } from '../../client/session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { searchSlot, turnSlot } from '../header/header-slots.ts';
import { Announcement } from './Announcement.tsx';
import { ChallengePrompt } from './ChallengePrompt.tsx';
import { RunningBar } from './RunningBar.tsx';
import { SearchBar } from './SearchBar.tsx';
import { Back, SearchPill } from './SearchPill.tsx';
import { followSearch, lookAgain } from './search.ts';
import type { Search } from './search-state.ts';
import { useArrival, usePrepared } from './use-arrival.ts';
import { useRunningGame } from './use-running-game.ts';
import { useSearch } from './use-search.ts';

const FoundGame = lazyPart(() => import('./FoundGame.tsx'));

/** Follows the search of whoever is logged in. */
function useFollowing(): void {
  const userId = useSession((state) => state.user?._id);
  useEffect(() => (userId === undefined ? undefined : followSearch()), [userId]);
}

/** Whoever leaves the room of a found game may have ended it: it is asked before he is called back. */
function useLeaving(isThere: boolean): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere) void lookAgain();
    wasThere.current = isThere;
  }, [isThere]);
}

function isSeeking({ phase }: Search): boolean {
  return phase === 'searching' || phase === 'joining';
}

/** The way back to a running game: the one that was found, else the one that this browser remembers. */
function Running({ found, slot }: { found: string | null; slot: HTMLElement | null }) {
  const own = useStore(ownRoom, ({ roomId }) => roomId);
  const roomId = found ?? own;
  const { pathname } = useLocation();
  const isAway = roomId !== null && pathname !== `/play/room/${roomId}`;
  return isAway ? <WayBack roomId={roomId} slot={slot} /> : null;
}

function WayBack({ roomId, slot }: { roomId: string; slot: HTMLElement | null }) {
  const turn = useStore(turnSlot, ({ element }) => element);
  const game = useRunningGame(roomId);
  if (game === null) return null;
  const pill = <Back roomId={roomId} game={game} isRail={slot !== null && 'rail' in slot.dataset} />;
  if (slot) return createPortal(pill, slot);
  return (
    <>
      {turn && game.isOwnTurn && createPortal(pill, turn)}
      <RunningBar roomId={roomId} game={game} />
    </>
  );
}

/**
 * Everything about finding an opponent that goes along from page to page: the bar, or a pill in the header of a game,
 * the game that was found, challenges of friends, and the words for screen readers.
 */
export default function PairingHost() {
  useFollowing();
  const search = useSearch();
  const { pathname } = useLocation();
  const slot = useStore(searchSlot, ({ element }) => element);
  const isThere = search.phase === 'found' && pathname === `/play/room/${search.roomId}`;
  useLeaving(isThere);
  const goesAt = useArrival(search, isThere);
  usePrepared(isSeeking(search));
  const isOut = search.phase === 'idle' || (search.phase === 'found' && !search.fresh);
  if (isOut) {
    return (
      <>
        <Announcement search={search} isThere={isThere} />
        <Running found={search.phase === 'found' ? search.roomId : null} slot={slot} />
        <ChallengePrompt />
      </>
    );
  }
  const inSlot = slot !== null && !isThere && isSeeking(search);
  return (
    <>
      <Announcement search={search} isThere={isThere} />
      {inSlot && createPortal(<SearchPill search={search} isRail={'rail' in slot.dataset} />, slot)}
      {!inSlot && !isThere && <SearchBar search={search} goesAt={goesAt} inGame={slot !== null} />}
      <Suspense>
        {search.phase === 'found' && isThere && search.fresh && <FoundGame found={search} />}
      </Suspense>
      <ChallengePrompt />
    </>
  );
}
