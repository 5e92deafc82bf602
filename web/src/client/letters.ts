import type { Letter } from '@doushouqi/protocol';
import { api } from './api.ts';
import { letterMark, letterStore, markOpened, type OwnLetter, passTime, unreadLetter } from './sanctions.ts';
import { session } from './session.ts';
import { serverNow } from './time.ts';

/** The longest delay of a timer, milliseconds; the letters are compared again after it. */
const LONGEST = 3_600_000;

/** A shadow is no letter: its person notices nothing. */
function isOwn(letter: Letter): letter is OwnLetter {
  return letter.kind !== 'shadow';
}

function update(letters: readonly OwnLetter[]): void {
  letterStore.setState({ letters, now: serverNow() });
}

/** Loads the letters of the logged-in user. */
export async function loadLetters(): Promise<readonly OwnLetter[]> {
  const userId = session.store.getState().user?._id;
  letterStore.setState({ isStale: false });
  const { letters: before } = letterStore.getState();
  const letters = (await api.listLetters()).filter(isOwn);
  if (userId === undefined || userId !== session.store.getState().user?._id) return letters;
  // They changed meanwhile: the reply may be older.
  if (letterStore.getState().letters !== before) return loadLetters();
  update(letters);
  return letters;
}

/** Replaces a letter by its new state. */
export function replaceLetter(changed: Letter): void {
  if (isOwn(changed))
    update((letterStore.getState().letters ?? []).map((one) => (one.id === changed.id ? changed : one)));
}

/** Marks a letter as read; after a failure it stays unread. */
export async function markLetterRead(letter: OwnLetter): Promise<void> {
  markOpened(letter);
  await api.readLetter({ params: { sanctionId: letter.id } });
  replaceLetter({ ...letter, isSeen: true });
}

/** Returns the milliseconds until the next sanction ends, or `LONGEST`. */
function untilNextEnd(): number {
  const { letters } = letterStore.getState();
  const now = serverNow();
  const lefts = letters?.map(({ until }) => (until === null ? LONGEST : until - now)) ?? [];
  return Math.min(LONGEST, ...lefts.filter((left) => left > 0));
}

/**
 * Follows the letters of the logged-in user: `onUnread` once for each unread one, with whether it is from the first load.
 * Returns the function that loads them now, and one that stops.
 */
export function followLetters(onUnread: (isFirst: boolean) => void): {
  load: () => void;
  stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      passTime();
      wait();
    }, untilNextEnd());
  };
  let isFirst = true;
  let known: string | null = null;
  const loaded = (): void => {
    const unread = unreadLetter();
    if (unread && letterMark(unread) !== known) onUnread(isFirst);
    known = unread && letterMark(unread);
    isFirst = false;
  };
  // After a failure the next event, connection or visit loads them.
  const load = (): void => void loadLetters().then(loaded, () => undefined);
  const unsubscribe = letterStore.subscribe(({ letters, isStale }, before) => {
    if (letters !== before.letters) wait();
    if (isStale && !before.isStale) load();
  });
  load();
  return {
    load,
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
