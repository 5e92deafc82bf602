import { ORIGIN_DAYS } from '@doushouqi/protocol';
import { access, STAFF_ROLES } from '@doushouqi/protocol/server';
import { type DocumentOf, defineCollection } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { z } from 'zod';

const userId = z.string();
/** Address range; absent or null if unknown. */
const network = z.string().nullable().exactOptional();
const expiresAt = z.date();

/** The collections about ways into accounts. */
export const ACCESS_COLLECTIONS = {
  /** Sessions of members, of the site and the console, listed until they end. Those of a closed account expire. */
  devices: defineCollection(
    'devices',
    z.object({
      /** Session id of the token. */
      _id: z.string(),
      userId,
      name: z.string(),
      /** Of the login. */
      network,
      since: z.date(),
      seenAt: z.date(),
      /** Of a session of the console: 8 hours after the code, whose tokens are renewed until then. */
      expiresAt,
      /** The role of a session of the console; absent for those of the site. */
      office: z.enum(STAFF_ROLES).exactOptional(),
    }),
    [[{ userId: 1, since: -1 }], [{ network: 1, seenAt: -1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ),
  /** Which accounts came from which devices and address ranges in the last days, for operators. */
  sightings: defineCollection(
    'sightings',
    z.object({
      _id: z.instanceof(Types.ObjectId).default(() => new Types.ObjectId()),
      userId,
      /** Keyed hash of the device's cookie; null without one. */
      device: z.string().nullable(),
      /** Address range (`relatedBits`); null if unknown. */
      range: z.string().nullable(),
      isGuest: z.boolean(),
      /** Last. */
      at: z.date(),
    }),
    [
      [{ userId: 1, device: 1, range: 1 }, { unique: true }],
      [{ device: 1, at: -1 }],
      [{ range: 1, at: -1 }],
      [{ at: 1 }, { expireAfterSeconds: ORIGIN_DAYS * 86_400 }],
    ],
  ),
  /** The key by which devices are hashed; there is one. */
  deviceKeys: defineCollection('devicekeys', z.object({ _id: z.literal('device'), key: z.string() })),
  /** Second factors of staff, for the console. */
  factors: defineCollection(
    'factors',
    z.object({
      /** User id. */
      _id: z.string(),
      /** Sets the factor up, once; stays with it, so that a repeated confirmation is recognized. */
      invitation: z.object({ hash: z.string(), expiresAt: z.date() }),
      /** Shared secret of the authenticator app, base32, until a code confirms it. */
      offered: z.string().exactOptional(),
      /** The confirmed secret. */
      secret: z.string().exactOptional(),
      /** Period of the last code that was used (RFC 6238): no code counts twice. */
      step: z.number().default(0),
      /** Wrong codes after right passwords since the last right one. */
      failures: z.number().default(0),
    }),
  ),
  /** Links that were sent and not used. */
  mailLinks: defineCollection(
    'links',
    z.object({
      /** Hash of the token. */
      _id: z.string(),
      userId,
      /** `verify`: stores the address with the account; `reset`: sets a new password. */
      purpose: z.enum(['verify', 'reset']),
      email: z.string(),
      /** Session that asked for a verification. */
      sessionId: z.string().exactOptional(),
      /** The link began LINK_LIFE earlier, before the password was checked. */
      expiresAt,
    }),
    [[{ userId: 1, purpose: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ),
  /** Public keys that log members in (WebAuthn). */
  passkeys: defineCollection(
    'passkeys',
    z.object({
      /** Id of the credential, base64url. */
      _id: z.string(),
      userId,
      publicKey: z.instanceof(Buffer),
      /** Uses that the authenticator counted; 0 if it does not count. */
      counter: z.number(),
      /** Device on which it was made. */
      name: z.string(),
      /** From which it was added. */
      network,
      /** Time of the question that it answered, which needed the password. */
      since: z.date(),
    }),
    [[{ userId: 1 }]],
  ),
  /** Questions to passkeys; each counts once. */
  challenges: defineCollection(
    'challenges',
    z.object({
      _id: z.string(),
      /** For a new passkey of this user; null for a login. */
      userId: userId.nullable().default(null),
      expiresAt,
    }),
    [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ),
  /** Changes of the ways into an account, which its owner sees for 30 days. */
  accessChanges: defineCollection(
    'accesschanges',
    z.object({
      _id: z.instanceof(Types.ObjectId).default(() => new Types.ObjectId()),
      userId,
      what: access.shape.changes.element.shape.what,
      at: z.date(),
      device: z.string(),
      network: z.string().nullable().default(null),
      /** Session that made it; absent if a link did. */
      sessionId: z.string().nullable().exactOptional(),
      expiresAt,
    }),
    [[{ userId: 1, at: -1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ),
};

export type DeviceRecord = DocumentOf<typeof ACCESS_COLLECTIONS.devices>;
export type PasskeyRecord = DocumentOf<typeof ACCESS_COLLECTIONS.passkeys>;
