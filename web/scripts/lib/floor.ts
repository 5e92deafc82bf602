import manifest from '../../package.json' with { type: 'json' };

/** Names of browsers in build targets. */
const TARGET_NAMES: Readonly<Record<string, string>> = { ios_saf: 'ios' };

/** The oldest browsers as build targets, from `browserslist` of package.json: `chrome >= 105` is `chrome105`. */
export const TARGETS: string[] = manifest.browserslist.map((line) => {
  const [name = '', version] = line.split(' >= ');
  return `${TARGET_NAMES[name] ?? name}${version}`;
});
