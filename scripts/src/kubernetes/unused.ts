import type { AnyObject } from './objects.ts';

/** Suffix that kustomize adds to the name of a generated ConfigMap or Secret. */
const GENERATED = /-[a-z0-9]{10}$/;

/** Adds every string below a value. */
function collectStrings(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collectStrings(item, found);
}

/**
 * Returns the generated ConfigMaps and Secrets (`kind/name`) that no workload mentions. Workloads include old
 * ReplicaSets, so that a rollback finds what it needs. Pure.
 */
export function unusedObjects(held: readonly AnyObject[], workloads: readonly AnyObject[]): string[] {
  const mentioned = new Set<string>();
  for (const workload of workloads) collectStrings((workload as { spec?: unknown }).spec, mentioned);
  return held.flatMap(({ kind, metadata }) => {
    const name = metadata?.name ?? '';
    return GENERATED.test(name) && !mentioned.has(name) ? [`${String(kind).toLowerCase()}/${name}`] : [];
  });
}
