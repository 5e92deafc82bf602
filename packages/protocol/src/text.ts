import { z } from 'zod';

/** A picture of its own: VS15 or VS16 and a skin tone belong to it. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
/**
 * What pictures are made of, invisible joiners among it: several joined into one, a keycap, the flag of a region. The
 * figures are those of the longest ones that exist, so that nothing can be hidden in one.
 */
const EMOJI = new RegExp(
  [
    String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`${PICTURE}(?:\u200d${PICTURE}){0,4}`,
    String.raw`[0-9#*]\ufe0f?\u20e3`,
  ].join('|'),
  'gu',
);
/** Controls, marks that turn the line about, letters and signs without a shape, halves of a character. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}\u{13441}\u{13442}]/u;
/**
 * Marks that would lie on the text around: without a letter of their own, enclosing, or more on one letter than any
 * language puts there (three in Tibetan and Thai, two of those that every script shares).
 */
const STACKED = /^\p{M}|\s\p{M}|\p{Me}|\p{M}{4}|\p{Script=Inherited}{3}/u;

/** Whether all of a text can be seen, and lies where it stands. Pictures count as one, with all that joins them. */
function isPlain(text: string): boolean {
  const letters = text.replace(EMOJI, '☺');
  return !INVISIBLE.test(letters) && !STACKED.test(letters);
}

/**
 * The one check of every text that people show each other: composed (NFC), trimmed, not blank, nothing in it that is
 * invisible or stacked. `empty` and `invisible` are the messages of the field that it is for.
 */
export function shownText(empty: string, invisible: string) {
  return z.string(empty).normalize().trim().min(1, empty).refine(isPlain, invisible);
}
