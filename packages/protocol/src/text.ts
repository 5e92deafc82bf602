import { z } from './zod.ts';

/** A single emoji with VS15 or VS16 and a skin tone. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;
/**
 * Emoji, including invisible joiners: joined sequences, keycaps, region flags. The lengths are those of the longest
 * existing ones, so that nothing can be hidden in one.
 */
const EMOJI = new RegExp(
  [
    String.raw`\u{1f3f4}[\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`${PICTURE}(?:\u200d${PICTURE}){0,4}`,
    String.raw`[0-9#*]\ufe0f?\u20e3`,
  ].join('|'),
  'gu',
);
/** Controls, direction marks, characters without a shape, lone surrogates. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\u{16fe4}\u{1d159}\u{13441}\u{13442}]/u;
/**
 * Marks that would cover the text around: without a base letter, enclosing, or more on one letter than any language
 * uses (three in Tibetan and Thai, two of those that every script shares).
 */
const STACKED = /^\p{M}|\s\p{M}|\p{Me}|\p{M}{4}|\p{Script=Inherited}{3}/u;

/** Returns whether all of a text is visible and in place. An emoji counts as one, with all that it joins. */
function isPlain(text: string): boolean {
  const letters = text.replace(EMOJI, '☺');
  return !INVISIBLE.test(letters) && !STACKED.test(letters);
}

/**
 * Schema of every text that users show each other: composed (NFC), trimmed, not blank, without invisible or stacked
 * characters. `empty` and `invisible` are the field's messages.
 */
export function shownText(empty: string, invisible: string) {
  return z.string(empty).normalize().trim().min(1, empty).refine(isPlain, invisible);
}
