/** Licenses that require attribution only. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
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
/** Licenses of build and check tools, which are not part of the product. */
const FOR_TOOLS = ['MPL-2.0', 'LGPL-3.0-or-later', 'WTFPL', 'CC BY-SA 4.0', 'CC-BY-4.0'];
/** Packages of the product, used as published, with a license that concerns changes of their own files. */
const UNCHANGED: Readonly<Record<string, string>> = { 'web-push': 'MPL-2.0' };
/** Packages without a license in their metadata, with the license in their files. */
const UNNAMED: Readonly<Record<string, string>> = { 'xmlhttprequest-ssl': 'MIT' };

/** Returns the name of the package at a path of the lock file. */
export function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Returns the license of the package at a path (`node_modules/react`); `stated` is its metadata; `none` if unknown. */
export function licenseOf(place: string, stated: string | undefined): string {
  return stated ?? UNNAMED[nameOf(place)] ?? 'none';
}

/** Returns whether the license (an SPDX expression) of the package at a path is accepted for the product, or for `tools`. */
export function isAllowed(place: string, license: string, tools = false): boolean {
  if (UNCHANGED[nameOf(place)] === license) return true;
  const allowed = tools ? [...PERMISSIVE, ...FOR_TOOLS] : PERMISSIVE;
  const alternatives = license.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((terms) => terms.split(' AND ').every((term) => allowed.includes(term)));
}
