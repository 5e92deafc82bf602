import type { FinishedGame } from './game-records.ts';
import {
  BACKUP_ASIDE_KEY,
  BLOCKED,
  BOTS,
  FAIR_PLAY_JOBS,
  GAMES,
  LAST_BACKUP_KEY,
  LEASES,
  NODES,
  NOTICES,
  ONLINE,
  ORIGIN_SANCTIONS_KEY,
  PAUSE,
  PLAYING,
  PUSH_NOTIFICATIONS,
  type RedisAccess,
  RUNNING,
  SANCTIONS,
  SEATS,
  SITE_KEY,
  STREAMS,
  TOKEN_STATE,
  TURN_NOTIFICATIONS,
} from './redis-keys.ts';
import { POLICIES, ratingClassOf } from './room-kinds.ts';

/** A key or token that a service reads from a file. */
type SecretNeed = 'publicKey' | 'privateKey' | 'serviceToken';
/** A store or secret of a service: each is a variable of its environment. */
export type Need = 'redis' | 'mongodb' | SecretNeed;

/** Actions on the documents of a collection, named as MongoDB privileges. */
export type CollectionAction = 'find' | 'insert' | 'update' | 'remove';

/** Environment variable with the address or file of each need. */
export const NEED_VARIABLES = {
  redis: 'REDIS_URL',
  mongodb: 'MONGODB_URL',
  publicKey: 'JWT_PUBLIC_KEY_FILE',
  privateKey: 'JWT_PRIVATE_KEY_FILE',
  serviceToken: 'SERVICE_TOKEN_FILE',
} as const satisfies Record<Need, string>;

export interface ServiceDef {
  secrets: readonly SecretNeed[];
  /** Services that it calls under `/internal`; this needs `serviceToken`. */
  calls: readonly string[];
  /**
   * MongoDB collections that it owns, with its actions. No other service uses them; its MongoDB user may do this,
   * create their indexes, and nothing more.
   */
  collections?: Readonly<Record<string, readonly CollectionAction[]>>;
  /** Its only Redis rights; its Redis user is limited to them. */
  redis: RedisAccess;
  /** Finished games that it takes, and the route, which is idempotent by `gameId` and has a `FinishedGame` as body. */
  receives?: {
    route: 'archiveGame' | 'rateGame' | 'endPairing' | 'endTournamentGame';
    takes: (game: ReceivedGame) => boolean;
  };
  /** Ports of servers outside that it calls. */
  outside?: readonly number[];
  /** It plays games as a client of the gateway, at `GATEWAY_URL`. */
  playsThroughGateway?: true;
  /** Its processes are named nodes, among which the gateway chooses. */
  nodes?: true;
  /** Processes of a deployment on one machine; default 1. */
  processes?: number;
  /** On Kubernetes: requested CPU and memory of one process, memory limit, maximum number of processes. */
  size: Size;
}

/** The part of a finished game that decides which services receive it. */
type ReceivedGame = Pick<FinishedGame, 'kind' | 'timeControl' | 'isRated' | 'abortedBy'>;

export interface Size {
  cpu: string;
  memory: string;
  memoryLimit: string;
  maxProcesses: number;
}

const SMALL = { cpu: '100m', memory: '160Mi', memoryLimit: '384Mi', maxProcesses: 6 } as const;

const ADDED = ['find', 'insert'] as const;
const CHANGED = [...ADDED, 'update'] as const;
const ALL = [...CHANGED, 'remove'] as const;

/**
 * Every service, in the order of the documents. Supervisor, gateway, environment and tests use this list; service `x`
 * is the folder `services/x`. The routes state which service answers them.
 */
export const SERVICES = {
  auth: {
    secrets: ['publicKey', 'privateKey', 'serviceToken'],
    calls: ['social', 'record', 'rating', 'room', 'puzzle', 'moderation'],
    // SMTP.
    outside: [25, 465, 587],
    collections: {
      users: ALL,
      nicknames: ALL,
      devices: ALL,
      links: ALL,
      passkeys: ALL,
      challenges: ALL,
      accesschanges: [...ADDED, 'remove'],
      factors: ALL,
      devicekeys: ADDED,
      sightings: ALL,
    },
    redis: {
      keys: [
        ...TOKEN_STATE,
        ...ONLINE,
        'login:known:*',
        'mirror:auth:*',
        ...[
          'register',
          'guest',
          'login',
          'logins',
          'password',
          'passwords',
          'recovery',
          'mail',
          'passkey',
        ].map((name) => `limit:${name}:*`),
        'limit:user-*',
      ],
      reads: [SITE_KEY],
      channels: [NOTICES],
    },
    size: { cpu: '250m', memory: '192Mi', memoryLimit: '512Mi', maxProcesses: 10 },
  },
  social: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth'],
    // Push services.
    outside: [443],
    collections: {
      friendships: ALL,
      friendrequests: [...ADDED, 'remove'],
      blocks: ALL,
      privatemessages: [...ADDED, 'remove'],
      unreads: ALL,
      subscriptions: ALL,
      keys: ADDED,
    },
    redis: {
      keys: [
        ...[...ONLINE, BLOCKED, '{user:*}:invite', '{user:*}:redirect', 'limit:social-*'],
        ...[TURN_NOTIFICATIONS, PUSH_NOTIFICATIONS, 'mirror:social:*'],
      ],
      reads: [...TOKEN_STATE, ...RUNNING],
      channels: [NOTICES],
    },
    size: { cpu: '250m', memory: '192Mi', memoryLimit: '512Mi', maxProcesses: 10 },
  },
  lobby: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth', 'tournament'],
    collections: { lobbylines: CHANGED },
    redis: { keys: ['limit:lobby-*'], reads: [...TOKEN_STATE, SITE_KEY], channels: [NOTICES] },
    size: SMALL,
  },
  record: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: { gamerecords: ALL, historyentries: ALL, historytallies: ALL },
    receives: {
      route: 'archiveGame',
      takes: ({ kind, abortedBy }) => POLICIES[kind].archived && abortedBy === undefined,
    },
    redis: { keys: ['limit:record-*'], reads: TOKEN_STATE },
    size: { cpu: '200m', memory: '192Mi', memoryLimit: '512Mi', maxProcesses: 10 },
  },
  rating: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth', 'record'],
    collections: {
      ratings: CHANGED,
      ratedgames: ADDED,
      conducts: CHANGED,
      flags: CHANGED,
      returnedpoints: CHANGED,
    },
    // An aborted game may be an offence.
    receives: {
      route: 'rateGame',
      takes: (game) => ratingClassOf(game) !== null,
    },
    redis: {
      keys: ['{ladder}:*', PAUSE, 'mirror:rating:*', 'limit:rating-*'],
      reads: TOKEN_STATE,
      channels: [NOTICES],
    },
    size: { cpu: '200m', memory: '192Mi', memoryLimit: '512Mi', maxProcesses: 10 },
  },
  room: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth', 'social'],
    redis: {
      keys: [...GAMES, ...PLAYING, 'limit:room-*'],
      reads: [...TOKEN_STATE, SITE_KEY, BLOCKED, PAUSE, TURN_NOTIFICATIONS],
      channels: [STREAMS],
    },
    size: { cpu: '250m', memory: '160Mi', memoryLimit: '512Mi', maxProcesses: 10 },
  },
  puzzle: {
    secrets: ['publicKey', 'serviceToken'],
    calls: [],
    collections: {
      puzzles: CHANGED,
      solvers: ALL,
      attempts: ALL,
      tries: ALL,
      rushes: ALL,
      dailypuzzles: ADDED,
      learners: ALL,
    },
    redis: { keys: ['limit:puzzle-*'], reads: TOKEN_STATE },
    size: SMALL,
  },
  moderation: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth', 'social', 'lobby', 'room', 'record', 'rating', 'pairing', 'tournament'],
    collections: {
      // The old name, so that stored reports stay readable.
      lobbyreports: CHANGED,
      cases: ALL,
      sanctions: CHANGED,
      // Only added to: no process may change an entry, the service included.
      operatorlog: ADDED,
      site: CHANGED,
      onlinesamples: ADDED,
      judgedgames: CHANGED,
      playchecks: CHANGED,
      playflags: CHANGED,
    },
    redis: {
      keys: [
        SANCTIONS,
        ORIGIN_SANCTIONS_KEY,
        SITE_KEY,
        FAIR_PLAY_JOBS,
        'mirror:moderation:*',
        'limit:moderation-*',
      ],
      reads: [...TOKEN_STATE, ...ONLINE],
      channels: [NOTICES],
    },
    // An engine with its tables.
    size: { cpu: '250m', memory: '192Mi', memoryLimit: '640Mi', maxProcesses: 6 },
  },
  pairing: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth', 'social', 'room', 'rating'],
    receives: { route: 'endPairing', takes: ({ kind }) => POLICIES[kind].exclusive },
    redis: {
      keys: ['{pairing}:*', ...BOTS, LEASES, PUSH_NOTIFICATIONS, 'limit:pairing-*'],
      reads: [
        ...TOKEN_STATE,
        SITE_KEY,
        BLOCKED,
        PAUSE,
        '{user:*}:nodes',
        '{online}:watched',
        ...RUNNING,
        SEATS,
      ],
      channels: [NOTICES],
    },
    size: SMALL,
  },
  tournament: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth', 'rating', 'pairing', 'record'],
    // Events whose series ends are removed.
    collections: { tournaments: ALL, tournamentgames: CHANGED, tournamentresults: CHANGED },
    receives: { route: 'endTournamentGame', takes: ({ kind }) => POLICIES[kind].returnsTo === 'context' },
    redis: {
      keys: ['{tournament:*}:*', PUSH_NOTIFICATIONS, 'limit:tournament-*'],
      reads: [...TOKEN_STATE, SITE_KEY, PAUSE, TURN_NOTIFICATIONS],
      channels: [NOTICES],
    },
    // Pairing a round of 500 players takes 4 s in a worker thread.
    size: { cpu: '250m', memory: '192Mi', memoryLimit: '512Mi', maxProcesses: 6 },
  },
  realtime: {
    secrets: ['publicKey'],
    calls: [],
    nodes: true,
    processes: 2,
    redis: {
      keys: [...GAMES, ...PLAYING, ...ONLINE, ...NODES, '{user:*}:nudged', 'limit:room-verb:*'],
      reads: [...TOKEN_STATE, SITE_KEY, BLOCKED, PAUSE, TURN_NOTIFICATIONS],
      channels: [NOTICES, STREAMS],
    },
    size: { cpu: '500m', memory: '256Mi', memoryLimit: '1Gi', maxProcesses: 10 },
  },
  bot: {
    secrets: ['serviceToken'],
    calls: ['auth'],
    playsThroughGateway: true,
    redis: { keys: BOTS },
    size: { cpu: '250m', memory: '256Mi', memoryLimit: '640Mi', maxProcesses: 6 },
  },
  timekeeper: {
    secrets: ['serviceToken'],
    calls: ['record', 'rating', 'pairing', 'tournament'],
    processes: 2,
    redis: { keys: [...GAMES, ...NODES], reads: [LAST_BACKUP_KEY, BACKUP_ASIDE_KEY], channels: [STREAMS] },
    size: SMALL,
  },
} as const satisfies Record<string, ServiceDef>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

/** A service that receives finished games. */
export type Receiver = {
  [Name in ServiceName]: (typeof SERVICES)[Name] extends { receives: object } ? Name : never;
}[ServiceName];
export const RECEIVERS = SERVICE_NAMES.filter((name): name is Receiver => 'receives' in SERVICES[name]);

/** Returns the services that receive a finished game. */
export function receiversOf(game: ReceivedGame): Receiver[] {
  return RECEIVERS.filter((name) => SERVICES[name].receives.takes(game));
}

/** Roles of a process with a port: a service or the gateway. */
export const ROLES = [...SERVICE_NAMES, 'gateway'] as const;
export type Role = (typeof ROLES)[number];

export function getServiceDef(service: ServiceName): ServiceDef {
  return SERVICES[service];
}

/** The needs of a role, as a type. */
export type NeedOf<Name extends Role> = Name extends ServiceName
  ?
      | 'redis'
      | ((typeof SERVICES)[Name] extends { collections: object } ? 'mongodb' : never)
      | (typeof SERVICES)[Name]['secrets'][number]
  : never;

/** Returns the stores and secrets that a role needs: MongoDB for collections, nothing for the gateway. */
export function needsOf(role: Role): readonly Need[] {
  if (role === 'gateway') return [];
  const { collections, secrets } = getServiceDef(role);
  return ['redis', ...(collections ? (['mongodb'] as const) : []), ...secrets];
}

/** Returns the environment variable with the base address of a service. */
export function urlVariable<Name extends ServiceName>(service: Name) {
  return `${service.toUpperCase()}_URL` as `${Uppercase<Name>}_URL`;
}
