/** What a service stands on: each is an address or a file of its environment. */
export type Need = 'redis' | 'mongodb' | 'publicKey' | 'privateKey' | 'serviceToken';

/** What is done to the documents of a collection, as MongoDB calls it among its privileges. */
export type CollectionAction = 'find' | 'insert' | 'update' | 'remove';

export interface ServiceFacts {
  needs: readonly Need[];
  /** Services that it calls itself, under `/internal`; `serviceToken` is among its needs then. */
  calls: readonly string[];
  /**
   * The collections of MongoDB that it owns, and what it does to them; nobody else touches them. Its user there may do
   * this, make their indexes, and nothing more.
   */
  collections?: Readonly<Record<string, readonly CollectionAction[]>>;
  /** Its processes are nodes with names of their own, among which the gateway chooses. */
  nodes?: true;
}

const ADDED = ['find', 'insert'] as const;
const CHANGED = [...ADDED, 'update'] as const;
const ALL = [...CHANGED, 'remove'] as const;

/**
 * Every service of the product, in the order in which documents list them. The supervisor, the gateway, the
 * environment and the tests go by this list; a service `x` is the folder `services/x`. What it answers over HTTP
 * is said by the routes that name it.
 */
export const SERVICES = {
  auth: {
    needs: ['redis', 'mongodb', 'publicKey', 'privateKey', 'serviceToken'],
    calls: ['social'],
    collections: { users: CHANGED, nicknames: ALL },
  },
  social: {
    needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: {
      friendships: ALL,
      friendrequests: [...ADDED, 'remove'],
      blocks: ALL,
      privatemessages: ADDED,
      unreads: ALL,
    },
  },
  lobby: {
    needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: { lobbylines: ADDED, lobbyreports: ADDED },
  },
  record: {
    needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: { gamerecords: ALL, historyentries: ALL, historytallies: CHANGED },
  },
  rating: {
    needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: { ratings: CHANGED, ratedgames: ADDED, conducts: CHANGED, flags: CHANGED },
  },
  room: { needs: ['redis', 'publicKey', 'serviceToken'], calls: ['auth', 'social'] },
  pairing: { needs: ['redis', 'publicKey', 'serviceToken'], calls: ['auth', 'social', 'room', 'rating'] },
  realtime: { needs: ['redis', 'publicKey'], calls: [], nodes: true },
  timekeeper: { needs: ['redis', 'serviceToken'], calls: ['record', 'rating', 'pairing'] },
} as const satisfies Record<string, ServiceFacts>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];

export function factsOf(service: ServiceName): ServiceFacts {
  return SERVICES[service];
}

/** The variable of the environment with the base address of a service. */
export function urlVariable<Name extends ServiceName>(service: Name) {
  return `${service.toUpperCase()}_URL` as `${Uppercase<Name>}_URL`;
}
