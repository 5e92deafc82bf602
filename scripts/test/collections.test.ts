import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { describe, expect, test } from 'vitest';

const SERVICES = join(import.meta.dirname, '..', '..', 'services');
const DEFINITION = /defineCollection\((?:\s*\/\/.*)*\s*'(\w+)'/g;
/** Accesses to a collection that bypass these definitions. */
const PAST_MODELS =
  /\.model\(|\.collection\(|\.createCollection\(|\.useDb\(|\$lookup|\$merge|\$out|\$unionWith/;

function sourcesOf(service: string): [path: string, text: string][] {
  const paths = globSync(join(SERVICES, service, 'src', '**', '*.ts'));
  return paths.map((path) => [path, readFileSync(path, 'utf8')]);
}

describe.each(SERVICE_NAMES)('%s', (service) => {
  test('has exactly the collections of the list of services', () => {
    const used = sourcesOf(service).flatMap(([, source]) =>
      [...source.matchAll(DEFINITION)].map(([, name]) => name),
    );
    const listed = Object.keys(getServiceDef(service).collections ?? {});
    expect(used.toSorted()).toEqual(listed.toSorted());
  });

  test('accesses them through models alone', () => {
    const past = sourcesOf(service).filter(([, source]) => PAST_MODELS.test(source));
    expect(past.map(([path]) => path)).toEqual([]);
  });
});

test('gives no collection two owners', () => {
  const all = SERVICE_NAMES.flatMap((name) => Object.keys(getServiceDef(name).collections ?? {}));
  expect(new Set(all).size).toBe(all.length);
});
