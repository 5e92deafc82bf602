import type { Letter, SanctionKind } from '@doushouqi/protocol';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { serverNow } from './time.ts';

/** A letter that its reader may see. */
export type OwnLetter = Letter & { kind: Exclude<SanctionKind, 'shadow'> };

/** Sanctions that stop something in the site for a time. */
type OwnSanction = 'mute' | 'unrated';
type LetterOf<K extends OwnSanction> = OwnLetter & { kind: K };

interface LetterState {
  /** The letters of the operators to the user, newest first; null until they are loaded. */
  letters: readonly OwnLetter[] | null;
  /** Letters that this window need not open by itself (`letterMark`). */
  opened: readonly string[];
  /** Sanctions that end before this time are over. Server time, epoch ms. */
  now: number;
  /** The server refused a call because of a sanction that is not in `letters`. */
  isStale: boolean;
}

export const NO_LETTERS: LetterState = { letters: null, opened: [], now: 0, isStale: false };

/** The letters of the operators. Home and rooms load this module, `letters.ts` fills it. */
export const letterStore = createStore<LetterState>(() => NO_LETTERS);

/** Returns the letter of a lasting sanction at `now` that ends last, or null. Pure. */
export function sanctionAt<K extends OwnSanction>(
  { letters, now }: Pick<LetterState, 'letters' | 'now'>,
  kind: K,
): LetterOf<K> | null {
  const endOf = ({ until }: Letter): number => until ?? Number.POSITIVE_INFINITY;
  const isOf = (one: OwnLetter): one is LetterOf<K> => one.kind === kind && one.isActive && endOf(one) > now;
  let last: LetterOf<K> | null = null;
  for (const one of letters ?? []) if (isOf(one) && (!last || endOf(one) > endOf(last))) last = one;
  return last;
}

/** Returns the letter of a sanction that the user has now, or null. */
export function useSanction<K extends OwnSanction>(kind: K): LetterOf<K> | null {
  return useStore(letterStore, (state) => sanctionAt(state, kind));
}

/** Identifies a letter with the answer to its appeal, which is read as another letter. */
export function letterMark({ id, appeal }: Letter): string {
  return `${id} ${appeal?.answer?.at ?? ''}`;
}

/** Returns the newest unread letter that this window has not opened by itself, or null. */
export function unreadLetter(): OwnLetter | null {
  const { letters, opened } = letterStore.getState();
  return letters?.find((letter) => !letter.isSeen && !opened.includes(letterMark(letter))) ?? null;
}

/** Returns the same, once: a letter that cannot be shown now does not block the other pages. */
export function takeUnreadLetter(): OwnLetter | null {
  const letter = unreadLetter();
  if (letter) markOpened(letter);
  return letter;
}

/** Notes that a letter needs not open by itself. */
export function markOpened(letter: OwnLetter): void {
  letterStore.setState(({ opened }) => ({ opened: [...opened, letterMark(letter)] }));
}

/** Returns the path of a letter. `next`: the page that follows it. */
export function letterPath({ id }: Pick<Letter, 'id'>, next?: string): string {
  return `/letters/${id}${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`;
}

/** Notes that a call was refused by a sanction: the letters are loaded again. */
export function noteRefusal(code: string): void {
  if (code === 'MUTED' || code === 'RATED_PAUSED') letterStore.setState({ isStale: true });
}

/** Moves the time at which sanctions are compared to now. */
export function passTime(): void {
  letterStore.setState({ now: serverNow() });
}
