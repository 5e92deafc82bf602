import { createHmac, randomBytes } from 'node:crypto';
import { isDuplicate } from '@doushouqi/service-kit';
import type { AuthModels } from './models.ts';

/** Characters of a hash: 96 bits, so that no two devices of a site share one. */
const HASH_LENGTH = 16;

/**
 * Returns the keyed hash of a device's cookie. Only it is stored and sent on: without the key of this installation no reader
 * can tell whether a cookie belongs to a hash.
 */
export type DeviceHash = (cookie: string) => string;

/** Opens the key of this installation, which the first process creates. */
export async function openDeviceHash({ deviceKeys }: Pick<AuthModels, 'deviceKeys'>): Promise<DeviceHash> {
  if ((await deviceKeys.exists({ _id: 'device' })) === null) {
    const key = randomBytes(32).toString('base64url');
    await deviceKeys.create({ _id: 'device', key }).catch((error: unknown) => {
      // Another process was faster.
      if (!isDuplicate(error)) throw error;
    });
  }
  const stored = await deviceKeys.findById('device').orFail().lean();
  const key = Buffer.from(stored.key, 'base64url');
  return (cookie) => createHmac('sha256', key).update(cookie).digest('base64url').slice(0, HASH_LENGTH);
}
