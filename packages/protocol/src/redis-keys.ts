/** Redis rights of a service, as Redis patterns. */
export interface RedisAccess {
  /** Read and written keys. A script needs both rights for every key that it names, unless it is `readOnly`. */
  keys: readonly string[];
  /** Keys that it only reads. */
  reads?: readonly string[];
  /** Channels that it publishes to or subscribes to. */
  channels?: readonly string[];
}

/** The sanctions that a user has now (`Sanctions`). */
export const SANCTIONS = '{user:*}:sanctions';
/** What operators set for the site (`SiteSettings`); only moderation writes it. */
export const SITE_KEY = 'site:settings';
/** The sanctions of address ranges and devices; only moderation writes it. */
export const ORIGIN_SANCTIONS_KEY = 'sanctions:networks';
/** State by which services validate tokens; only auth and moderation write it. */
export const TOKEN_STATE = [
  '{user:*}:passwordUpdatedAt',
  '{user:*}:ended:*',
  SANCTIONS,
  ORIGIN_SANCTIONS_KEY,
];
/** Leases of realtime nodes, and their rooms (packages/room-core/src/presence). */
export const LEASES = '{nodes}:*';
export const NODES = [LEASES, '{node:*}:rooms'];
/** Online users, and their live nodes (packages/room-core/src/presence). */
export const ONLINE = [
  LEASES,
  ...['alive', 'room', 'shown', 'nodes', 'visible'].map((part) => `{user:*}:${part}`),
  '{online}:*',
];
/** A live game: state, events, presence, the list of running games, the seats of users, the jobs (packages/room-core). */
export const GAMES = ['{room:*}:*', 'rooms:live', '{places}:*', '{queue}:*'];
/** Rooms, to read which games run (packages/room-core/src/running-games.ts). */
export const RUNNING = ['{room:*}:state:*', '{room:*}:events:*'];
/** The rooms in which a user has a seat. */
export const SEATS = '{places}:user:*';
/** Notices to users, through the nodes that hold their connections. */
export const NOTICES = 'socket.io#/#*';
export const STREAMS = '{room:*}:stream';
/** The paired or rated game of each user: the room starts a rematch (packages/room-core/src/paired-games.ts). */
export const PLAYING = [
  ...['tickets', 'counts', 'playing', 'pairs', 'games', 'due', 'challenges', 'challengers'],
  'accepted:*',
].map((part) => `{pairing}:${part}`);
/** The games that house bots play, and who plays them (packages/room-core/src/bot-games.ts). */
export const BOTS = ['{bot}:*'];
/** Exists for users whose devices are called at their turn or to a tournament (packages/room-core/src/push-notifications.ts). */
export const TURN_NOTIFICATIONS = '{user:*}:turnCalls';
/** The jobs of calls by Web Push. */
export const PUSH_NOTIFICATIONS = '{queue}:push:*';
/** The jobs that check rated games. */
export const FAIR_PLAY_JOBS = '{queue}:fair-play:*';
export const BLOCKED = '{user:*}:blocked';
export const PAUSE = '{user:*}:pause';

/**
 * Keys that live for seconds: heartbeats, what they show, leases and locks. A backup omits them. It has `NODES`, by which the
 * timekeeper notices after a restore which connections ended.
 */
const SHORT_LIVED = [
  ...['alive', 'visible', 'room', 'shown', 'nudged'].map((part) => `{user:*}:${part}`),
  ...['processes', 'looked'].map((part) => `{bot}:${part}`),
  '{pairing}:wave:*',
  ...['lease', 'wave', 'update'].map((part) => `{tournament:*}:${part}`),
  ...['lock', 'stalled-check'].map((part) => `{queue}:*:${part}`),
  'mirror:*:lease',
  'operations:claim:*',
];
const SHORT_LIVED_FORM = new RegExp(
  `^(${SHORT_LIVED.map((pattern) => pattern.replaceAll(/[{}]/g, '\\$&').replaceAll('*', '.*')).join('|')})$`,
);

/** Returns whether a key lives for seconds. Pure. */
export function isShortLived(key: string): boolean {
  return SHORT_LIVED_FORM.test(key);
}

/** Redis key of the time of the last complete backup, epoch ms. Written by packages/operations, read by timekeepers. */
export const LAST_BACKUP_KEY = 'operations:lastBackup';
/** Redis key of the time of the last backup that was set aside as too small, epoch ms. As `LAST_BACKUP_KEY`. */
export const BACKUP_ASIDE_KEY = 'operations:backupAside';
