import { globSync } from 'node:fs';
import { join } from 'node:path';

const WEB = join(import.meta.dirname, '..', '..', '..', 'web', 'src');

interface Page {
  path: string;
}

/** Loads the pages of the web and the parameters that they read from an address. They are no code of this folder. */
async function readWeb(): Promise<{ pages: Page[]; parameters: readonly string[] }> {
  const files = globSync('features/*/routes.ts', { cwd: WEB }).sort();
  const features = files.map(async (file) => (await import(join(WEB, file))) as { routes: readonly Page[] });
  const pages = (await Promise.all(features)).flatMap(({ routes }) => routes);
  const address = (await import(join(WEB, 'client', 'address.ts'))) as { PARAMETERS: readonly string[] };
  return { pages, parameters: address.PARAMETERS };
}

/** Names that a page might once read for an action. */
const ACTIONS = ['now', 'accept', 'save', 'seek', 'create', 'enter', 'join', 'intention', 'earlyPress'];

/** Values to try: of each part of a path like `:roomId`, and of each parameter of a query. */
export interface Samples {
  paths: Readonly<Record<string, readonly string[]>>;
  parameters: Readonly<Record<string, string>>;
  /** Of fragments. */
  fragments: readonly string[];
}

/** Returns the paths of a pattern with each value of its parameter. */
function pathsOf(pattern: string, { paths }: Samples): string[] {
  const name = /:(\w+)/.exec(pattern)?.[1];
  if (name === undefined) return [pattern];
  const values = paths[name];
  if (values === undefined) throw new Error(`no sample for :${name} of ${pattern}`);
  return values.map((value) => pattern.replace(`:${name}`, value));
}

function queryOf(pairs: Readonly<Record<string, string>>): string {
  return String(new URLSearchParams(pairs));
}

/**
 * Returns the addresses that a foreign page tries: each page with every parameter and a fragment. `alone`: with one of
 * them, where a page shows the first that it finds. Throws if a page reads a parameter without a sample.
 */
export async function pageAddresses(samples: Samples): Promise<{ all: string[]; alone: string[] }> {
  const { pages, parameters } = await readWeb();
  const missing = parameters.filter((name) => !(name in samples.parameters));
  if (missing.length > 0) throw new Error(`no sample for the parameter ${missing.join(', ')}`);
  const actions = Object.fromEntries(ACTIONS.map((name) => [name, samples.parameters[name] ?? '']));
  const all = queryOf({ ...samples.parameters, ...actions });
  const paths = pages.flatMap(({ path }) => pathsOf(path, samples));
  const { fragments } = samples;
  return {
    all: paths.map((path, n) => `${path}?${all}#${fragments[n % fragments.length]}`),
    alone: [
      ...parameters.map((name) => `/analysis?${queryOf({ [name]: samples.parameters[name] ?? '' })}`),
      ...fragments.map((fragment) => `/#${fragment}`),
    ],
  };
}
