/** Longest key that is split: one character may become 18 in its compatibility form. */
const KEY_LENGTH = 64;

/** Returns the search form of a text, without case and width. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Returns every suffix of both names: any part of a name is a prefix of one of them. */
export function namePartsOf(username: string, nickname: string): string[] {
  const ends = [username, nickname].flatMap((name) => {
    const letters = [...searchKey(name)].slice(0, KEY_LENGTH);
    return letters.map((_, index) => letters.slice(index).join(''));
  });
  return [...new Set(ends)];
}

const NEUTRAL = '小动物';
const NEUTRAL_NICKNAME = new RegExp(`^${NEUTRAL}\\d{4,}$`);

/** Returns a random nickname that says nothing, as `小动物2718`. `random` in [0, 1). */
export function neutralNickname(random: () => number, digits: number): string {
  const first = 10 ** (digits - 1);
  return `${NEUTRAL}${first + Math.floor(random() * 9 * first)}`;
}

/** Returns whether a nickname is one of `neutralNickname`. Pure. */
export function isNeutralNickname(nickname: string): boolean {
  return NEUTRAL_NICKNAME.test(nickname);
}

/** The last code point, which no text contains: the end of a prefix range. */
const LAST = '\u{10ffff}';
/** Beginnings of the unique keys of accounts without a username, sorted. No username contains a colon. */
export const NAMELESS = { gone: 'gone:', guest: 'guest:' } as const;

/** A range of texts in an index. */
export interface TextRange {
  $gte: string;
  $lt: string;
}

/** Returns the range of the texts that begin with a prefix. */
export function prefixRange(prefix: string): TextRange {
  return { $gte: prefix, $lt: prefix + LAST };
}

/**
 * Returns the ranges of unique keys, sorted, that hold every username with a prefix and no account without a username.
 * Empty if no username begins with it. Pure.
 */
export function usernameRanges(prefix: string): TextRange[] {
  if (!/^[a-z0-9_]+$/.test(prefix)) return [];
  const left = Object.values(NAMELESS).filter((key) => key.startsWith(prefix));
  const starts = [prefix, ...left.map((key) => key + LAST)];
  const ends = [...left, prefix + LAST];
  return starts.map((start, index) => ({ $gte: start, $lt: ends[index]! }));
}
