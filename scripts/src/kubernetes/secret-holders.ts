import type { Need, ServiceName } from '@doushouqi/protocol';
import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import type { Manifests, Workload } from './objects.ts';
import { referencesOf } from './references.ts';

const KEYS: Readonly<Partial<Record<Need, string>>> = {
  publicKey: 'jwt-public',
  privateKey: 'jwt-private',
  serviceToken: 'service-token',
};

/** The Secrets of a service: the keys that it needs, and the addresses of the stores with its own user. */
function secretsOf(service: ServiceName): string[] {
  const { needs } = factsOf(service);
  const keys = needs.flatMap((need) => KEYS[need] ?? []);
  return needs.includes('redis') || needs.includes('mongodb') ? [...keys, storesOf(service)] : keys;
}

function storesOf(service: ServiceName): string {
  return `${service}-stores`;
}

/** What the pods of a workload may read. The stores have passwords of their own, which no other part is given. */
function allowedTo({ kind, name }: Workload): string[] {
  const service = SERVICE_NAMES.find((found) => found === name);
  if (service !== undefined) return secretsOf(service);
  if (kind === 'Job')
    return SERVICE_NAMES.filter((found) => factsOf(found).needs.includes('mongodb')).map(storesOf);
  return kind === 'StatefulSet' ? [name, `${name}-users`] : [];
}

/** Nobody reads the Secret of somebody else. One line for each that somebody does. */
export function secretHolderProblems(manifests: Manifests): string[] {
  return manifests.workloads().flatMap((workload) => {
    const allowed = allowedTo(workload);
    return (
      referencesOf(workload)
        .filter(({ kind }) => kind === 'Secret')
        // What a generator adds to a name is a dash and the hash of the content.
        .map(({ name = '' }) => name)
        .filter(
          (name) => !allowed.some((own) => name === own || new RegExp(`^${own}-[a-z0-9]{10}$`).test(name)),
        )
        .map((name) => `${workload.kind}/${workload.name}: reads Secret/${name}, which is not its own`)
    );
  });
}
