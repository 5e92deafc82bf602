import { z } from './zod.ts';

/** Most ids that one call names: ten passkeys, fifty sessions, codes and address, with room to spare. */
const MOST_NAMED = 100;

/** The caller's own password, as a confirmation. */
export const ownPassword = z.string('请输入密码').min(1, '请输入密码').max(256, '密码错误');

/** Ids of ways (`way.id`). */
export const wayIds = z.array(z.string().min(1).max(1_040)).max(MOST_NAMED);
/** The ways added in the last 30 days that stay active through a change of password or the end of all sessions. */
export const keep = wayIds.default([]);

/** What opens an account, besides its password. Times in epoch ms. */
const way = z.object({
  /** `codes`, `email`, `passkey:<credential>` or `device:<session>`. */
  id: z.string(),
  kind: z.enum(['codes', 'email', 'passkey', 'device']),
  /** Of a passkey or device; the masked address; empty for codes. */
  name: z.string(),
  /** Unused codes; only with them. */
  codesLeft: z.int().optional(),
  /** Time of the addition, or of the login. */
  at: z.number(),
  /** Only of devices. */
  seenAt: z.number().optional(),
  /** Address range from which it was added, such as `203.0.113.*`; null if unknown. */
  network: z.string().nullable(),
  /** Null if the operator provides no database of places (`PLACES_FILE`), or if it does not know the address. */
  place: z.string().nullable(),
  /** Added in the last 30 days, after the registration. */
  isRecent: z.boolean(),
  /** It opens nothing until the owner keeps it in a review. */
  isSuspended: z.boolean(),
  /** The session that asks. */
  isThis: z.boolean(),
});
export type Way = z.infer<typeof way>;

/** A change of what opens the account. `at` in epoch ms. */
const accessChange = z.object({
  what: z.enum([
    'codes',
    'codes-removed',
    'email',
    'email-removed',
    'passkey',
    'passkey-removed',
    'password',
    'factor',
  ]),
  at: z.number(),
  /** Name of the device that made it. */
  device: z.string(),
  network: z.string().nullable(),
  place: z.string().nullable(),
  /** Made by the session that asks. */
  isThis: z.boolean(),
});
export type AccessChange = z.infer<typeof accessChange>;

export const access = z.object({
  ways: z.array(way),
  /** The owner has not yet confirmed the ways after this event. `at` in epoch ms. */
  review: z
    .object({ reason: z.enum(['password', 'recovery', 'reset', 'devices']), at: z.number() })
    .nullable(),
  /** Of the last 30 days, newest first, at most 20. */
  changes: z.array(accessChange),
});
export type Access = z.infer<typeof access>;
export type ReviewReason = NonNullable<Access['review']>['reason'];
