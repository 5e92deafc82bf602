/** Licences that ask for no more than to be named. */
const PERMISSIVE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'Zlib',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'PSF-2.0',
  'OFL-1.1',
];
/** Of tools that build and check: nothing of them is in what runs. */
const FOR_TOOLS = ['MPL-2.0', 'LGPL-3.0-or-later'];
/** Packages whose metadata names no licence, with the one in their files. */
const UNNAMED: Readonly<Record<string, string>> = { 'xmlhttprequest-ssl': 'MIT' };

/** The name of the package at a place of the lock file. */
export function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The licence of the package at a place (`node_modules/react`), `stated` by its metadata; `none` where nobody says. */
export function licenceOf(place: string, stated: string | undefined): string {
  return stated ?? UNNAMED[nameOf(place)] ?? 'none';
}

/** Whether a licence (an SPDX expression) is one that we take: for what runs, or for `tools` that do not. */
export function isAllowed(licence: string, tools = false): boolean {
  const allowed = tools ? [...PERMISSIVE, ...FOR_TOOLS] : PERMISSIVE;
  const alternatives = licence.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((terms) => terms.split(' AND ').every((term) => allowed.includes(term)));
}
