import { Gauge, type Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** What a key of a process is for: to sign and to check tokens of users, to send and to accept the service token. */
export type KeyUse = 'sign' | 'verify' | 'send' | 'accept';

/** Asked whenever metrics are read. */
type Look<T> = () => Promise<T>;

interface Watched {
  /** By file name: whether it holds what it should. */
  files: Map<string, Look<boolean>>;
  keys: Map<KeyUse, Look<readonly string[]>>;
}

const watched = new WeakMap<Registry, Watched>();

function addGauges(registry: Registry, { files, keys }: Watched): void {
  const registers = [registry];
  new Gauge({
    name: 'live_file_ok',
    help: '1 while a reloaded file is valid; 0: its previous content is in use',
    labelNames: ['file'],
    registers,
    async collect() {
      for (const [file, isOk] of files) this.set({ file }, (await isOk()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'loaded_keys',
    help: '1 for each key, by use (sign, verify: tokens of users; send, accept: calls of services)',
    labelNames: ['use', 'kid'],
    registers,
    async collect() {
      this.reset();
      for (const [use, ids] of keys) for (const kid of await ids()) this.set({ use, kid }, 1);
    },
  });
}

function watchedOf({ registry }: Metrics): Watched {
  const known = watched.get(registry);
  if (known) return known;
  const made: Watched = { files: new Map(), keys: new Map() };
  watched.set(registry, made);
  addGauges(registry, made);
  return made;
}

/** Shows whether a file holds what it should; `file` without its folder. */
export function watchFile(metrics: Metrics, file: string, isOk: Look<boolean>): void {
  watchedOf(metrics).files.set(file, isOk);
}

/** Shows the names of the keys that a process uses: a rotation goes on once all processes show the same. */
export function watchKeys(metrics: Metrics, use: KeyUse, ids: Look<readonly string[]>): void {
  watchedOf(metrics).keys.set(use, ids);
}
