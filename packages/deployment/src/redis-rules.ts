import type { ServiceName } from '@doushouqi/protocol';
import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';

interface Access {
  /** Keys that it reads and writes. A script needs both for every key that it names, whatever it does with them. */
  keys: readonly string[];
  reads?: readonly string[];
  /** What it publishes to or listens on. */
  channels?: readonly string[];
}

/** By these every service knows whether a token still holds; auth alone writes them. */
const TOKEN_STATE = ['{user:*}:passwordUpdatedAt', '{user:*}:ended:*'];
/** Leases of realtime nodes, and which rooms each holds (packages/presence). */
const LEASES = '{nodes}:*';
const NODES = [LEASES, '{node:*}:rooms'];
/** Who is online and where, as far as the nodes that say so live (packages/presence). */
const ONLINE = [
  LEASES,
  ...['alive', 'room', 'shown', 'nodes'].map((part) => `{user:*}:${part}`),
  '{online}:*',
];
/** A live game: its state, events and presence, the list of games that run, the jobs (packages/room-core). */
const GAMES = ['{room:*}:*', 'rooms:live', '{queue}:*'];
/** What people are told, through the nodes that hold their connections. */
const NOTICES = 'socket.io#/#*';
const STREAMS = '{room:*}:stream';
/** Which paired or rated game each user plays: a rematch is begun by the room (packages/room-core/src/paired-games.ts). */
const PLAYING = [
  ...['tickets', 'counts', 'playing', 'pairs', 'games', 'due', 'challenges', 'challengers'],
  'accepted:*',
].map((part) => `{pairing}:${part}`);
const BLOCKED = '{user:*}:blocked';
const PAUSE = '{user:*}:pause';

/** What each service touches in Redis, and nothing else: keys and channels as patterns of Redis. */
const ACCESS: Readonly<Record<ServiceName, Access>> = {
  auth: {
    keys: [
      ...TOKEN_STATE,
      ...ONLINE,
      'login:known:*',
      ...['register', 'login', 'logins', 'password', 'passwords'].map((name) => `limit:${name}:*`),
      'limit:user-*',
    ],
    channels: [NOTICES],
  },
  social: {
    keys: [...ONLINE, BLOCKED, '{user:*}:invite', '{user:*}:redirect', 'limit:social-*'],
    reads: TOKEN_STATE,
    channels: [NOTICES],
  },
  lobby: { keys: ['limit:lobby-*'], reads: TOKEN_STATE, channels: [NOTICES] },
  record: { keys: ['limit:record-*'], reads: TOKEN_STATE },
  rating: {
    keys: ['{ladder}:*', PAUSE, 'limit:rating-*'],
    reads: TOKEN_STATE,
    channels: [NOTICES],
  },
  room: {
    keys: [...GAMES, ...PLAYING, '{user:*}:waiting', 'limit:room-*'],
    reads: [...TOKEN_STATE, BLOCKED, PAUSE],
    channels: [STREAMS],
  },
  pairing: {
    keys: ['{pairing}:*', LEASES, 'limit:pairing-*'],
    reads: [...TOKEN_STATE, BLOCKED, PAUSE, '{user:*}:nodes', '{online}:watched'],
    channels: [NOTICES],
  },
  realtime: {
    keys: [...GAMES, ...PLAYING, ...ONLINE, ...NODES, '{user:*}:nudged', 'limit:room-verb:*'],
    reads: [...TOKEN_STATE, BLOCKED, PAUSE],
    channels: [NOTICES, STREAMS],
  },
  timekeeper: { keys: [...GAMES, ...NODES], channels: [STREAMS] },
};

/** The services that have a user in Redis: theirs is the name of the service. */
export const REDIS_SERVICES: readonly ServiceName[] = SERVICE_NAMES.filter((name) =>
  factsOf(name).needs.includes('redis'),
);

/**
 * Everything that clients do, less what concerns the server or every key at once (`FLUSHALL`, `KEYS`, `CONFIG`, `ACL`).
 * BullMQ asks `INFO` for the version.
 */
const COMMANDS = '+@all -@admin -@dangerous +info';

/** What a service may do in Redis, as rules of its ACL (https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/). */
export function redisRules(service: ServiceName): string {
  const { keys, reads = [], channels = [] } = ACCESS[service];
  return [
    'resetkeys',
    'resetchannels',
    ...keys.map((pattern) => `~${pattern}`),
    ...reads.map((pattern) => `%R~${pattern}`),
    ...channels.map((pattern) => `&${pattern}`),
    COMMANDS,
  ].join(' ');
}
