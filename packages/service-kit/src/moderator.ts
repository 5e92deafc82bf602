import { type LiveFileOptions, openLiveFile } from './live-file.ts';
import { lookAlike } from './look-alikes.ts';

/** What a moderator says of a text: null, or the code of the refusal. */
export type Verdict = 'IMPROPER_TEXT' | null;

/** The port: a list of words here, a service elsewhere, which may take its time and may be away (a rejection). */
export interface Moderator {
  moderate(text: string): Verdict | Promise<Verdict>;
}

/** What ends a clause; it stays in the bare text as `PAUSE`, while everything else between letters goes. */
const CLAUSE_END = /[,.!?;:、。，！？；：…]/u;
const PAUSE = '|';

/** What is no letter and no figure, or none that can be seen. */
const BETWEEN = /(?:[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point})+/gu;

/** Only what is meant: full width as half, look-alikes as the letter, nothing between the letters or on them. */
function bare(text: string): string {
  const letters = lookAlike(text.normalize('NFKD').toLowerCase());
  return letters.replace(BETWEEN, (between) => (CLAUSE_END.test(between) ? PAUSE : ''));
}

/** What sets letters apart, or lies on them, without making another name. */
const UNSEEN_DIFFERENCE = /[\p{P}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * What a name looks like: two names with one skeleton can be taken for each other. Compatibility forms, case, marks, signs
 * and look-alikes do not count; `I`, `l` and `1` are one, `O` and `0` are one. A name of signs alone is itself. Pure.
 */
export function skeletonOf(name: string): string {
  const letters = lookAlike(name.normalize('NFKD').toLowerCase()).replace(UNSEEN_DIFFERENCE, '');
  return letters.replace(/[i1|]/g, 'l').replaceAll('0', 'o') || name;
}

/** A letter may be drawn out; a number is another one when its digits are repeated. */
function drawnOut(letter: string): string {
  return /\p{L}/u.test(letter) ? `${letter}+` : letter;
}

/**
 * What a word looks like in a bare text. A pause in it counts where the text begins or ends with it there, or where
 * every letter is set apart: people who pause between two longer clauses mean no word (另外，挂机的别来).
 */
function patternOf(word: string): string {
  const letters = [...word].map(drawnOut);
  const paused = letters.join('\\|?');
  const forms = [letters.join(''), `(?<=^|\\|)${paused}`, `${paused}(?=$|\\|)`];
  return [...forms, ...(letters.length > 2 ? [letters.join('\\|')] : [])].join('|');
}

/** The words of a keyword file: one to a line, trimmed; empty lines and those that begin with `#` do not count. */
export function parseKeywords(file: string): string[] {
  return file
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const chinese = new Intl.Segmenter('zh', { granularity: 'word' });
/** Whether two letters are only the end of one word and the beginning of the next (年代|练习). */
function joinsTwoWords(text: string, found: RegExpExecArray): boolean {
  if (found[0].length !== 2) return false;
  const segments = chinese.segment(text);
  const [first, last] = [segments.containing(found.index), segments.containing(found.index + 1)];
  return (first?.segment.length ?? 0) > 1 && (last?.segment.length ?? 0) > 1 && first?.index !== last?.index;
}

/** Refuses a text that holds one of the words, however its letters are dressed, drawn out or set apart. Pure. */
export function createModerator(keywords: readonly string[]) {
  // A word of signs alone would be in every text.
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

/** The moderator of a keyword file, which is read anew when it changes. Rejects with one clear line when it cannot be read. */
export async function openModerator(options: Omit<LiveFileOptions<never>, 'parse'>): Promise<Moderator> {
  const words = await openLiveFile({ ...options, parse: (text) => createModerator(parseKeywords(text)) });
  return { moderate: async (text) => (await words()).moderate(text) };
}
