import { z } from 'zod';
import { PUSH_KINDS, type PushKind } from '../push.ts';
import { done } from './done.ts';

const kinds = z.object(
  Object.fromEntries(PUSH_KINDS.map((kind) => [kind, z.boolean()])) as Record<PushKind, z.ZodBoolean>,
);
/** Which calls a device gets. */
export type PushKinds = z.infer<typeof kinds>;

/** Calls by Web Push (RFC 8030). A device is a login session. */
export const push = {
  getPush: {
    method: 'GET',
    path: '/users/push',
    auth: 'user',
    meaning: 'Returns the public VAPID key and this device’s calls, or null.',
    reply: z.object({ publicKey: z.string(), kinds: kinds.nullable() }),
  },
  setPush: {
    method: 'POST',
    path: '/users/push',
    auth: 'user',
    meaning: 'Stores this device’s push subscription and calls.',
    body: z.object({
      endpoint: z.url().max(1_024),
      /** Base64url: a point of P-256 (65 bytes) and the secret (16 bytes), RFC 8291. */
      keys: z.object({
        p256dh: z.string().regex(/^B[\w-]{86}$/),
        auth: z.string().regex(/^[\w-]{22}$/),
      }),
      kinds,
    }),
    reply: done,
  },
  removePush: {
    method: 'DELETE',
    path: '/users/push',
    auth: 'user',
    meaning: 'Removes it.',
    reply: done,
  },
} as const;
