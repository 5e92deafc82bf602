import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@doushouqi/operations/deployment';
import { ROLES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readComposeFile } from '../compose/compose-file.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
function read(path: string) {
  return parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true });
}

test('the workflow builds the image of every role', () => {
  const { service } = read('.github/workflows/images.yml').jobs.images.strategy.matrix;
  expect(service).toEqual([...ROLES, OPERATIONS]);
});

test('Prometheus finds every service of docker compose', () => {
  const files = ['docker-compose.yml', 'docker-compose.node-3.yml', 'docker-compose.node-4.yml'];
  const names = files
    .flatMap((file) => Object.keys(read(file).services))
    .filter((name) => SERVICE_NAMES.some((service) => new RegExp(`^${service}(-\\d+)?$`).test(name)));
  const [{ dns_sd_configs }] = read('ops/prometheus/compose.yml').scrape_configs;
  expect(names.filter((name) => !dns_sd_configs[0].names.includes(name))).toEqual([]);
});

test.each(['stores', 'stores-ha'])('the component %s has the stores of docker compose', (name) => {
  const { images } = read(`k8s/components/${name}/kustomization.yaml`);
  const tagged = images.map((image: { name: string; newTag: string }) => `${image.name}:${image.newTag}`);
  const { redis, mongodb } = readComposeFile(join(ROOT, 'docker-compose.yml')).services;
  const composed = [redis, mongodb].map((store) => /:-(.+)\}$/.exec(store?.image ?? '')?.[1]);
  expect(tagged).toEqual(composed);
});
