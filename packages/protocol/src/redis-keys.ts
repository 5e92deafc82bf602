/** What a service touches in Redis, as patterns of Redis. */
export interface RedisAccess {
  /** Keys that it reads and writes. A script needs both for every key that it names, whatever it does with them. */
  keys: readonly string[];
  /** Keys that it only reads. */
  reads?: readonly string[];
  /** What it publishes to or listens on. */
  channels?: readonly string[];
}

/** By these every service knows whether a token is valid; only auth writes them. */
export const TOKEN_STATE = ['{user:*}:passwordUpdatedAt', '{user:*}:ended:*'];
/** Leases of realtime nodes, and which rooms each holds (packages/presence). */
export const LEASES = '{nodes}:*';
export const NODES = [LEASES, '{node:*}:rooms'];
/** Which users are online, and at which live nodes (packages/presence). */
export const ONLINE = [
  LEASES,
  ...['alive', 'room', 'shown', 'nodes'].map((part) => `{user:*}:${part}`),
  '{online}:*',
];
/** A live game: its state, events and presence, the list of games that run, the jobs (packages/room-core). */
export const GAMES = ['{room:*}:*', 'rooms:live', '{queue}:*'];
/** Notices to users, through the nodes that hold their connections. */
export const NOTICES = 'socket.io#/#*';
export const STREAMS = '{room:*}:stream';
/** The paired or rated game of each user: the room starts a rematch (packages/room-core/src/paired-games.ts). */
export const PLAYING = [
  ...['tickets', 'counts', 'playing', 'pairs', 'games', 'due', 'challenges', 'challengers'],
  'accepted:*',
].map((part) => `{pairing}:${part}`);
export const BLOCKED = '{user:*}:blocked';
export const PAUSE = '{user:*}:pause';
