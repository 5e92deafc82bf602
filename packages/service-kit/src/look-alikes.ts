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
export function lookAlike(text: string): string {
  return text.replace(OTHERS, (other) => LATIN.get(other) ?? other);
}
