import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureKeys, randomSecret, writeSecret } from '@doushouqi/deployment';

/** The stores of `k8s/components/stores`. A deployment with others writes their addresses instead. */
function triedOutStores(redisPassword: string, mongodbPassword: string): string {
  const lines = {
    REDIS_URL: `redis://:${redisPassword}@redis:6379`,
    REDIS_PASSWORD: redisPassword,
    MONGODB_URL: `mongodb://doushouqi:${mongodbPassword}@mongodb:27017/doushouqi?authSource=admin`,
    MONGODB_PASSWORD: mongodbPassword,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/**
 * The files of an overlay's `secrets` folder: signing keys, service token, addresses of the stores. What is there
 * stays as it is.
 */
export function writeSecrets(dir: string): void {
  const { redisPassword } = ensureKeys(dir);
  const stores = join(dir, 'stores.env');
  if (!existsSync(stores))
    writeSecret(stores, triedOutStores(readFileSync(redisPassword, 'utf8'), randomSecret()));
}
