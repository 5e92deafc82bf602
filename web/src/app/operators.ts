import { followLetters } from '../client/letters.ts';
import { t } from '../client/operators-texts.ts';
import { notifyOutcomes, notifyReturns } from '../client/own-reports.ts';
import { realtime } from '../client/realtime.ts';
import { letterPath, letterStore, NO_LETTERS, takeUnreadLetter } from '../client/sanctions.ts';
import { toast } from '../ui/toast-store.ts';
import { isOfLetters, waitsForLetter } from './pages.ts';

type Go = (path: string) => void;

/** Opens a letter at the start of a visit, but not over a game; else the next page opens it (`router.tsx`). */
function lookAtLetter(go: Go, mayOpen: boolean): void {
  const { pathname } = window.location;
  // The page of letters shows it.
  if (isOfLetters(pathname)) return;
  const letter = mayOpen && waitsForLetter(pathname) ? takeUnreadLetter() : null;
  if (letter) go(letterPath(letter));
  else toast.info(t('letter'));
}

/**
 * Follows what the operators decide about the user and the user's reports, for as long as the user is logged in. Nothing
 * interrupts a game. Returns a function that stops this.
 */
export function followOperators(go: Go, userId: string, isPlaying: () => boolean): () => void {
  const letters = followLetters((isArrival) => lookAtLetter(go, isArrival && !isPlaying()));
  const lookAtReports = (): void => {
    if (isPlaying()) return;
    notifyOutcomes(userId);
    notifyReturns();
  };
  lookAtReports();
  const ends = [
    realtime.onPersonal('lettersChanged', () => {
      letters.load();
      lookAtReports();
    }),
    realtime.onConnected(letters.load),
    letters.stop,
    () => letterStore.setState(NO_LETTERS),
  ];
  return () => {
    for (const end of ends) end();
  };
}
