/**
 * `npm run k8s:prune [-- --write]`: lists the ConfigMaps and Secrets of former versions that no workload mentions, in the
 * namespace `doushouqi` of kubectl's current context; `--write` deletes them.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import type { AnyObject } from './kubernetes/objects.ts';
import { unusedObjects } from './kubernetes/unused.ts';

const SELECTOR = 'app.kubernetes.io/part-of=doushouqi';
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

function kubectl(...args: readonly string[]): string {
  return execFileSync('kubectl', ['--namespace', 'doushouqi', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

function objects(kinds: string): AnyObject[] {
  const listed = kubectl('get', kinds, '--selector', SELECTOR, '--output', 'json');
  return (JSON.parse(listed) as { items: AnyObject[] }).items;
}

const unused = unusedObjects(
  objects('configmap,secret'),
  objects('deployment,replicaset,statefulset,job,cronjob,pod'),
);
for (const one of unused) console.log(one);
console.log(`${unused.length} unused${values.write || unused.length === 0 ? '' : '; --write deletes them'}`);
if (values.write && unused.length > 0) kubectl('delete', ...unused);
