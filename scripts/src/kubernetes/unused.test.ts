import { expect, test } from 'vitest';
import type { AnyObject } from './objects.ts';
import { unusedObjects } from './unused.ts';

function held(kind: string, name: string): AnyObject {
  return { apiVersion: 'v1', kind, metadata: { name } };
}

function workload(kind: string, name: string, ...names: string[]): AnyObject {
  const envFrom = names.map((one) => ({ configMapRef: { name: one } }));
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name },
    spec: { template: { spec: { containers: [{ envFrom }] } } },
  } as AnyObject;
}

test('finds generated objects that no workload and no old ReplicaSet mentions', () => {
  const all = [
    held('ConfigMap', 'auth-7bk29gf84d'),
    held('ConfigMap', 'auth-6hd5k2m9tt'),
    held('Secret', 'auth-stores-4fkk5gm92c'),
    // Written by hand, without a hash.
    held('Secret', 'backup-store'),
    held('ConfigMap', 'kube-root-ca.crt'),
  ];
  const workloads = [
    workload('Deployment', 'auth', 'auth-7bk29gf84d'),
    workload('ReplicaSet', 'auth-1', 'auth-6hd5k2m9tt'),
  ];
  expect(unusedObjects(all, workloads)).toEqual(['secret/auth-stores-4fkk5gm92c']);
  expect(unusedObjects(all, workloads.slice(0, 1))).toEqual([
    'configmap/auth-6hd5k2m9tt',
    'secret/auth-stores-4fkk5gm92c',
  ]);
});
