import { GUEST_LIFE, ONLINE_LEASE } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { createOnline, type UserPresence } from '@doushouqi/room-core/presence';
import {
  count,
  createSite,
  defineService,
  ENV,
  innerNetworks,
  mirrorToRedis,
  openAccessRules,
  openLiveFile,
  openModerator,
  repeat,
  watchKeys,
  withSite,
} from '@doushouqi/service-kit';
import { createNotifier } from '@doushouqi/service-kit/socket-cluster';
import { z } from 'zod';
import { deleteAccounts } from './commands/deletion.ts';
import { expireGuests } from './commands/end-guests.ts';
import { siteOf } from './commands/passkeys.ts';
import { mirrorPasswordChanges } from './commands/sessions.ts';
import type { AuthContext } from './context.ts';
import { openDeviceHash } from './device-key.ts';
import { createEnding } from './ending.ts';
import { createMailer } from './mailer.ts';
import { openModels } from './models.ts';
import { createModeration } from './moderation.ts';
import { addHashingGauges, createPasswordCheck, createWorkSlots } from './passwords.ts';
import { openPlaces } from './places.ts';
import { attemptLimits, createAttemptPolicy } from './policies/attempts.ts';
import { createSessions } from './policies/sessions.ts';
import { mountRoutes } from './routes.ts';
import { createTokenIssuer, parseSigningKey } from './tokens.ts';

const DAY_MS = 86_400_000;
/** Most waiting logins; further ones get 503. The last of them waits about 2 s. */
const MAX_WAITING = 100;
/** Profiles omit friends after this time. */
const SOCIAL_TIMEOUT_MS = 1_000;
/** Pause between two searches for expired guests and accounts to delete. */
const EXPIRY_INTERVAL_MS = 3_600_000;

/** The auth service: accounts, tokens, profiles and settings. */
export const service = defineService({
  name: 'auth',
  environment: {
    ACCESS_FILE: ENV.ACCESS_FILE,
    MODERATION_FILE: ENV.MODERATION_FILE,
    TOKEN_DAYS: count(7, 'Lifetime of a token.'),
    REGISTRATIONS_PER_ADDRESS: count(100, 'Registrations of an address in one window.'),
    REGISTRATION_WINDOW_SECONDS: count(3_600, 'That window.'),
    GUESTS_PER_ADDRESS: count(60, 'New guests of an address in that window.'),
    GUESTS_WITHOUT_PROOF: count(10, 'Those of them that need no proof of work.'),
    LOGIN_FAILURES_PER_ACCOUNT: count(
      10,
      'Failed logins of an account from one address in one window; from all addresses thirty times as many.',
    ),
    LOGIN_FAILURES_PER_ADDRESS: count(100, 'Failed logins of an address in one window.'),
    LOGIN_WINDOW_SECONDS: count(900, 'That window.'),
    SMTP_URL: z
      .url({ protocol: /^smtp(?:s|)$/ })
      .optional()
      .meta({
        description: 'SMTP server for recovery e-mails: `smtp://user:password@host:port`.',
        fallback: 'no e-mails',
      }),
    MAIL_FROM: z
      .string()
      .optional()
      .meta({ description: 'Sender of e-mails; needed with `SMTP_URL`.', fallback: 'none' }),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        description: 'Address of the product, for passkeys and links in e-mails; needed with `SMTP_URL`.',
        fallback: 'no passkeys',
      }),
    PLACES_FILE: z.string().optional().meta({
      description:
        'Database of places of addresses in MaxMind’s format (`.mmdb`: cities or countries), reloaded on change.',
      fallback: 'owners see address ranges without a place',
    }),
    HASH_CONCURRENCY: count(2, 'Password hashes computed at once, 19 MiB each.'),
  },
  async files(env, watched) {
    const signingKey = await openLiveFile({
      ...watched,
      path: env.JWT_PRIVATE_KEY_FILE,
      parse: parseSigningKey,
    });
    watchKeys(watched.metrics, 'sign', async () => [(await signingKey()).id]);
    return {
      signingKey,
      accessFile: await openAccessRules({ ...watched, path: env.ACCESS_FILE }),
      moderator: await openModerator({ ...watched, path: env.MODERATION_FILE }),
      places: await openPlaces({ ...watched, path: env.PLACES_FILE }),
    };
  },
  // Without Redis the limits count in memory, so logins continue.
  worksWithoutRedis: true,
  limits: (env) => ({
    ...attemptLimits(env),
    // Per user. A search field sends about three requests per second while the user types.
    searches: { points: 60, counter: 'user-search' },
    changes: { points: 30, counter: 'user-settings' },
  }),
  models: openModels,
  async open({
    env,
    users,
    nicknames,
    devices,
    mailLinks,
    passkeys,
    challenges,
    accessChanges,
    factors,
    sightings,
    deviceKeys,
    redis,
    signingKey,
    accessFile,
    publicKeys,
    client,
    limits,
    metrics,
    logger,
    now,
    onStop,
  }) {
    const social = client('social', SOCIAL_TIMEOUT_MS);
    const online = createOnline(redis, { leaseMs: ONLINE_LEASE });
    const hashing = createWorkSlots({ concurrency: env.HASH_CONCURRENCY, maxWaiting: MAX_WAITING });
    addHashingGauges(metrics, hashing);
    const sessions = createSessions(redis);
    const tokenLife = Math.max(env.TOKEN_DAYS * DAY_MS, GUEST_LIFE);
    const mirror = () => mirrorPasswordChanges({ users, sessions, tokenLife, now });
    onStop('mirroring', mirrorToRedis({ redis, logger, by: 'auth', what: 'password changes', mirror }));
    const ending = createEnding(
      client,
      async (userId) => (await online.of([userId])).get(userId)?.roomId ?? null,
    );
    const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env;
    if (SMTP_URL !== undefined && (MAIL_FROM === undefined || PUBLIC_URL === undefined))
      throw new Error('SMTP_URL needs MAIL_FROM and PUBLIC_URL');
    const mailer = SMTP_URL === undefined ? null : createMailer(SMTP_URL, MAIL_FROM!, PUBLIC_URL!);
    onStop('e-mail', () => mailer?.close());
    const attempts = createAttemptPolicy(limits, redis, now);
    const waysIn = { devices, mailLinks, passkeys, challenges, accessChanges, factors, sightings };
    const parts = { users, nicknames, ...waysIn, attempts, sessions, ...ending };
    const expiry = repeat(
      () => EXPIRY_INTERVAL_MS,
      async () => {
        const expired = await expireGuests(parts, now());
        if (expired > 0) logger.info({ expired }, 'guests without activity deleted');
        const deleted = await deleteAccounts(parts, now());
        if (deleted > 0) logger.info({ deleted }, 'accounts deleted as their owners asked');
      },
      (error) => logger.warn({ err: error }, 'accounts could not be deleted; it is tried again'),
    );
    onStop('expiry of accounts', () => expiry.stop());
    return {
      access: withSite(accessFile, createSite({ redis, logger, now })),
      sessions,
      ...ending,
      moderation: createModeration(client('moderation')),
      mailer,
      site: PUBLIC_URL === undefined ? null : siteOf(PUBLIC_URL),
      hashing,
      attempts,
      verifyPassword: await createPasswordCheck(),
      issueToken: await createTokenIssuer({ signingKey, publicKeys, days: env.TOKEN_DAYS, logger }),
      deviceHash: await openDeviceHash({ deviceKeys }),
      inner: innerNetworks(env.GATEWAY_NETWORKS),
      notifier: createNotifier(redis),
      random: Math.random,
      // Requests do not wait for an unavailable Redis.
      async whoIsOnline(userIds) {
        const known = redis.status === 'ready' ? await online.of(userIds) : new Map<string, UserPresence>();
        return new Set(userIds.filter((userId) => known.get(userId)?.online));
      },
      async listFriendIds(userId, requestId) {
        return (await social.call(ROUTES.listFriendIds, { params: { userId } }, { requestId })).friends;
      },
    } satisfies Partial<AuthContext>;
  },
  routes: (app, context) => mountRoutes(app, context),
});
