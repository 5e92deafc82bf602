/** What a moderator says of a text: null, or the code of the refusal. */
export type Verdict = 'IMPROPER_TEXT' | null;

/** The port: a list of words here, a service elsewhere, which may take its time and may be away (a rejection). */
export interface Moderator {
  moderate(text: string): Verdict | Promise<Verdict>;
}

/** Only what is meant: full width as half, one case, nothing between the characters, nothing invisible on them. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** The words of a keyword file: one to a line, trimmed; empty lines and those that begin with `#` do not count. */
export function parseKeywords(file: string): string[] {
  return file
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Refuses a text that holds one of the words, however its characters are dressed or set apart. Pure. */
export function createModerator(keywords: readonly string[]) {
  // A word of signs alone would be in every text.
  const words = keywords.map(bare).filter((word) => word !== '');
  return {
    moderate(text: string): Verdict {
      const meant = bare(text);
      return words.some((word) => meant.includes(word)) ? 'IMPROPER_TEXT' : null;
    },
  } satisfies Moderator;
}
