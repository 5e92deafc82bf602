import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreAddresses } from '@doushouqi/operations';
import { isLocked } from './lock.ts';

const FILE = 'stores.json';

/** Writes the addresses of the stores to the locked data folder, for commands that run beside the product. */
export function writeStoreAddresses(dataDir: string, { redisUrl, mongodbUrl }: StoreAddresses): void {
  writeFileSync(join(dataDir, FILE), JSON.stringify({ redisUrl, mongodbUrl }), { mode: 0o600 });
}

/** Returns the addresses of the stores of a running platform, or null if none runs from this folder. */
export function readStoreAddresses(dataDir: string): StoreAddresses | null {
  return isLocked(dataDir) ? (JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as StoreAddresses) : null;
}
