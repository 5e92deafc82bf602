/** Makes text of any origin readable for `readImport`: encodings, and characters that look like those of a notation. Pure. */

/** 貓獅結紅藍勝負進殲時認輸議無離線對過長, escaped: the display font is cut down to the characters of the sources. */
const TRADITIONAL =
  '\u8c93\u7345\u7d50\u7d05\u85cd\u52dd\u8ca0\u9032\u6bb2\u6642\u8a8d\u8f38\u8b70\u7121\u96e2\u7dda\u5c0d\u904e\u9577';
const SIMPLIFIED = '猫狮结红蓝胜负进歼时认输议无离线对过长';

/** Frequent characters tell Big5 from gb18030, in which every text of the other has a meaning. */
const FREQUENT = new Set(`的一是不了在有我你他上中大方先手和局棋步${SIMPLIFIED}${TRADITIONAL}`);

function countFrequent(text: string): number {
  let count = 0;
  for (const char of text) if (FREQUENT.has(char)) count += 1;
  return count;
}

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the encoding that a byte order mark states, or null. */
function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Returns the text of a file: by its byte order mark, else as UTF-8, else as Big5 or gb18030; null if it is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = markedEncoding(bytes);
  if (marked !== null) return decodeAs(marked, bytes);
  const utf8 = decodeAs('utf-8', bytes);
  if (utf8 !== null) return utf8;
  const [simplified, traditional] = [decodeAs('gb18030', bytes), decodeAs('big5', bytes)];
  if (simplified === null || traditional === null) return simplified ?? traditional;
  return countFrequent(traditional) > countFrequent(simplified) ? traditional : simplified;
}

/** Comments and quoted values, which keep their characters, or text between them. Linear, also without an end. */
const PARTS = /\{[^}\\]*(?:\\[\s\S][^}\\]*)*\}?|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[^{"]+/g;

/** Characters without width, and marks of the writing direction. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
const WIDE = /[\uff0d-\uff0f\uff10-\uff19\uff1e\uff21-\uff3a\uff41-\uff5a]/g;
const ARROW = /([A-G][1-9])[ \t]*(?:[-–—=]>|[-–—>→])[ \t]*([A-G][1-9])/gi;
const OTHERS = new RegExp(`[${TRADITIONAL}]`, 'g');

function normalizePart(part: string): string {
  return part
    .replace(INVISIBLE, '')
    .replace(WIDE, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/(\d)[、。]/g, '$1.')
    .replace(ARROW, (_, from: string, to: string) => `${from.toUpperCase()}→${to.toUpperCase()}`)
    .replace(OTHERS, (char) => SIMPLIFIED[TRADITIONAL.indexOf(char)]!);
}

/**
 * Returns a text in the characters of the notations: no invisible ones, no wide digits, letters and slashes, `1.` for
 * `１．` and `1、`, `→` for `->`, simplified pieces. Comments and values of headers stay as they are.
 */
export function normalizeImport(text: string): string {
  return text.replace(PARTS, (part) => (/^[{"]/.test(part) ? part : normalizePart(part)));
}
