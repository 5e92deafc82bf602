import { isDuplicate } from '@doushouqi/service-kit';
import webPush from 'web-push';
import type { SocialModels } from '../models.ts';

/** Identifies this installation to push services (RFC 8292). `subject`: `mailto:` or `https:`, for their operators. */
export interface Vapid {
  subject: string;
  publicKey: string;
  privateKey: string;
}

interface VapidEnv {
  VAPID_SUBJECT: string;
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
}

/** Returns the configured key pair, or the stored one, which the first process creates. Throws for half of a pair. */
export async function openVapid(
  { vapidKeys }: Pick<SocialModels, 'vapidKeys'>,
  { VAPID_SUBJECT: subject, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: VapidEnv,
): Promise<Vapid> {
  if (publicKey !== undefined && privateKey !== undefined) return { subject, publicKey, privateKey };
  if (publicKey !== undefined || privateKey !== undefined)
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together');
  if ((await vapidKeys.exists({ _id: 'vapid' })) === null) {
    await vapidKeys.create({ _id: 'vapid', ...webPush.generateVAPIDKeys() }).catch((error: unknown) => {
      // Another process was faster.
      if (!isDuplicate(error)) throw error;
    });
  }
  const stored = await vapidKeys.findById('vapid').orFail().lean();
  return { subject, publicKey: stored.publicKey, privateKey: stored.privateKey };
}
