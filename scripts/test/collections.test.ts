import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import mongoose from 'mongoose';
import { describe, expect, test } from 'vitest';

const SERVICES = join(import.meta.dirname, '..', '..', 'services');
/** A model, and the third argument if its collection has its own name. */
const MODEL = /\.model(?:<\w+>)?\(\s*'(\w+)',\s*\w+(?:,\s*(\w+))?/g;
/** Accesses to a collection that bypass models. */
const PAST_MODELS = /\.collection\(|\.createCollection\(|\.useDb\(|\$lookup|\$merge|\$out|\$unionWith/;

function sourcesOf(service: string): [path: string, text: string][] {
  const paths = globSync(join(SERVICES, service, 'src', '**', '*.ts'));
  return paths.map((path) => [path, readFileSync(path, 'utf8')]);
}

function collectionsIn(source: string): string[] {
  return [...source.matchAll(MODEL)].map(([, model = '', constant]) => {
    const named = constant && new RegExp(`const ${constant} = '(\\w+)'`).exec(source)?.[1];
    return named || mongoose.pluralize()!(model);
  });
}

describe.each(SERVICE_NAMES)('%s', (service) => {
  test('has exactly the collections of the list of services', () => {
    const used = sourcesOf(service).flatMap(([, source]) => collectionsIn(source));
    const listed = Object.keys(getServiceDef(service).collections ?? {});
    expect(used.toSorted()).toEqual(listed.toSorted());
  });

  test('accesses them through models alone', () => {
    const past = sourcesOf(service).filter(([, source]) => PAST_MODELS.test(source));
    expect(past.map(([path]) => path)).toEqual([]);
    const models = sourcesOf(service).flatMap(([, source]) => source.match(/\.model\b/g) ?? []);
    const read = sourcesOf(service).flatMap(([, source]) => [...source.matchAll(MODEL)]);
    expect(read).toHaveLength(models.length);
  });
});

test('gives no collection two owners', () => {
  const all = SERVICE_NAMES.flatMap((name) => Object.keys(getServiceDef(name).collections ?? {}));
  expect(new Set(all).size).toBe(all.length);
});
