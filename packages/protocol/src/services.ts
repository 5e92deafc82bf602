/** What a service stands on: each is an address or a file of its environment. */
export type Need = 'redis' | 'mongodb' | 'publicKey' | 'privateKey' | 'serviceToken';

export interface ServiceFacts {
  needs: readonly Need[];
  /** Services that it calls itself, under `/internal`; `serviceToken` is among its needs then. */
  calls: readonly string[];
  /** Its processes are nodes with names of their own, among which the gateway chooses. */
  nodes?: true;
}

/**
 * Every service of the product, in the order in which documents list them. The supervisor, the gateway, the
 * environment and the tests go by this list; a service `x` is the folder `services/x`. What it answers over HTTP
 * is said by the routes that name it.
 */
export const SERVICES = {
  auth: {
    needs: ['redis', 'mongodb', 'publicKey', 'privateKey', 'serviceToken'],
    calls: ['social'],
  },
  social: { needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'], calls: ['auth'] },
  lobby: { needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'], calls: ['auth'] },
  record: { needs: ['redis', 'mongodb', 'publicKey', 'serviceToken'], calls: ['auth'] },
  room: { needs: ['redis', 'publicKey', 'serviceToken'], calls: ['auth', 'social'] },
  realtime: { needs: ['redis', 'publicKey'], calls: [], nodes: true },
  timekeeper: { needs: ['redis', 'serviceToken'], calls: ['record'] },
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
