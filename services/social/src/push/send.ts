import { createHash } from 'node:crypto';
import type { PushNotification } from '@doushouqi/protocol';
import webPush from 'web-push';
import type { StoredSubscription } from '../models.ts';
import { readEndpoint } from './endpoint.ts';
import type { Vapid } from './vapid.ts';

/** Milliseconds until the head of the reply. */
const TIMEOUT = 5_000;
/** Longest topic (RFC 8030, 5.4). */
const TOPIC_LENGTH = 32;

/** `gone`: the subscription ended. `refused`: it will not succeed. `failed`: it may succeed later. */
export type SendOutcome = 'sent' | 'gone' | 'refused' | 'failed';

export interface Sender {
  vapid: Vapid;
  pushHosts: readonly string[];
}

function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Returns the request of a call; null for keys of a client that are no point of the curve. `ttl`: seconds. */
function encrypt(
  subscription: Pick<StoredSubscription, 'endpoint' | 'keys'>,
  call: PushNotification,
  { vapid, ttl }: { vapid: Vapid; ttl: number },
): { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> } | null {
  const topic = createHash('sha256').update(`${call.kind}:${call.id}`).digest('base64url');
  try {
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(call), {
      vapidDetails: vapid,
      TTL: ttl,
      urgency: 'high',
      topic: topic.slice(0, TOPIC_LENGTH),
    });
    return { headers: headers as Record<string, string>, body: new Uint8Array(body ?? []) };
  } catch {
    return null;
  }
}

/**
 * Sends an encrypted call (RFC 8291) to a device. `ttl`: seconds for which the push service keeps it. A later call of
 * the same kind and id replaces it there. Follows no redirects.
 */
export async function sendPush(
  { vapid, pushHosts }: Sender,
  { endpoint: stored, keys }: Pick<StoredSubscription, 'endpoint' | 'keys'>,
  call: PushNotification,
  ttl: number,
): Promise<SendOutcome> {
  // Checked again: the operator may have changed the list.
  const endpoint = readEndpoint(stored, pushHosts);
  if (endpoint === null) return 'refused';
  const request = encrypt({ endpoint, keys }, call, { vapid, ttl });
  if (request === null) return 'refused';
  try {
    const { status, body: reply } = await fetch(endpoint, {
      method: 'POST',
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await reply?.cancel();
    return outcomeOf(status);
  } catch {
    return 'failed';
  }
}
