import { type LiveFileOptions, openLiveFile } from './live-file.ts';

/** Maps each Latin letter to small letters that look like it: Cyrillic, Greek, Latin variants. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'вьβ',
  c: 'сϲᴄ',
  d: 'ԁ',
  e: 'еεҽ',
  g: 'ɡ',
  h: 'һн',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏ',
  m: 'м',
  n: 'ηп',
  o: 'оοσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'υʋ',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ',
};

const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
);
const OTHERS = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'gu');

/** Returns a text in lower case with every look-alike replaced by the Latin letter. */
function lookAlike(text: string): string {
  return text.replace(OTHERS, (other) => LATIN.get(other) ?? other);
}

/** Result for a text: null if it is accepted, else the code of the refusal. */
export type Verdict = 'IMPROPER_TEXT' | null;

/** The port: a list of words here. It may also be a service, which takes time and rejects while it is unavailable. */
export interface Moderator {
  moderate(text: string): Verdict | Promise<Verdict>;
}

/** The end of a clause. It stays in the bare text as `PAUSE`; everything else between letters is removed. */
const CLAUSE_END = /[,.!?;:、。，！？；：…]/u;
const PAUSE = '|';

/** Characters that are neither letter nor digit, or are invisible. */
const BETWEEN = /(?:[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point})+/gu;

/**
 * Returns the letters that a reader sees: full width becomes half width, look-alikes become Latin letters, and
 * characters between or on letters are removed.
 */
function bare(text: string): string {
  const letters = lookAlike(text.normalize('NFKD').toLowerCase());
  return letters.replace(BETWEEN, (between) => (CLAUSE_END.test(between) ? PAUSE : ''));
}

/** Characters between or on letters that do not distinguish two names. */
const UNSEEN_DIFFERENCE = /[\p{P}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the skeleton of a name: two names with the same skeleton can be confused. Compatibility forms, case,
 * diacritics, punctuation and look-alikes do not count; `I`, `l` and `1` are equal, and so are `O` and `0`. The
 * skeleton of a name without letters is the name. Pure.
 */
export function skeletonOf(name: string): string {
  const letters = lookAlike(name.normalize('NFKD').toLowerCase()).replace(UNSEEN_DIFFERENCE, '');
  return letters.replace(/[i1|]/g, 'l').replaceAll('0', 'o') || name;
}

/** A repeated letter is the same word; a repeated digit is another number. */
function drawnOut(letter: string): string {
  return /\p{L}/u.test(letter) ? `${letter}+` : letter;
}

/**
 * Returns the pattern of a word in a bare text. A word with a pause matches at the beginning or end of the text or
 * clause, or if a pause separates all of its letters: a pause between two longer clauses is ordinary text (另外，挂机的别来).
 */
function patternOf(word: string): string {
  const letters = [...word].map(drawnOut);
  const paused = letters.join('\\|?');
  const forms = [letters.join(''), `(?<=^|\\|)${paused}`, `${paused}(?=$|\\|)`];
  return [...forms, ...(letters.length > 2 ? [letters.join('\\|')] : [])].join('|');
}

/** Parses a keyword file: one keyword per line, trimmed. Empty lines and lines that begin with `#` are ignored. */
export function parseKeywords(file: string): string[] {
  return file
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const chinese = new Intl.Segmenter('zh', { granularity: 'word' });
/** Returns whether two letters are the end of one word and the beginning of the next (年代|练习). */
function joinsTwoWords(text: string, found: RegExpExecArray): boolean {
  if (found[0].length !== 2) return false;
  const segments = chinese.segment(text);
  const [first, last] = [segments.containing(found.index), segments.containing(found.index + 1)];
  return (first?.segment.length ?? 0) > 1 && (last?.segment.length ?? 0) > 1 && first?.index !== last?.index;
}

/**
 * Creates a moderator that refuses a text with one of the words, also with decorated, repeated or separated letters.
 * Pure.
 */
export function createModerator(keywords: readonly string[]) {
  // A word of punctuation alone would match every text.
  const words = keywords.map((word) => bare(word).replaceAll(PAUSE, '')).filter((word) => word !== '');
  const improper = words.length === 0 ? null : new RegExp(words.map(patternOf).join('|'), 'gu');
  return {
    moderate(text: string): Verdict {
      const meant = bare(text);
      const found = improper === null ? [] : [...meant.matchAll(improper)];
      return found.some((one) => !joinsTwoWords(meant, one)) ? 'IMPROPER_TEXT' : null;
    },
  } satisfies Moderator;
}

/**
 * Opens the moderator of a keyword file, which is reloaded on change. Rejects with a one-line description if the file
 * cannot be read.
 */
export async function openModerator(options: Omit<LiveFileOptions<never>, 'parse'>): Promise<Moderator> {
  const words = await openLiveFile({ ...options, parse: (text) => createModerator(parseKeywords(text)) });
  return { moderate: async (text) => (await words()).moderate(text) };
}
