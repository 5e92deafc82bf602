import { Gauge, type Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Purpose of a key: sign or verify tokens of users, send or accept the service token. */
export type KeyUse = 'sign' | 'verify' | 'send' | 'accept';

/** Called on each scrape. */
type Read<T> = () => Promise<T>;

interface Watched {
  /** By file name: whether the content is valid. */
  files: Map<string, Read<boolean>>;
  keys: Map<KeyUse, Read<readonly string[]>>;
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

/** Reports whether a file is valid. `file`: its name without the folder. */
export function watchFile(metrics: Metrics, file: string, isOk: Read<boolean>): void {
  watchedOf(metrics).files.set(file, isOk);
}

/**
 * Reports the ids of the keys that a process uses. The next step of a rotation needs the same ids from all processes.
 */
export function watchKeys(metrics: Metrics, use: KeyUse, ids: Read<readonly string[]>): void {
  watchedOf(metrics).keys.set(use, ids);
}
