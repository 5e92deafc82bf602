import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@doushouqi/deployment';
import { ROLES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { STORE_IMAGES } from './dotenv.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
function read(path: string) {
  return parse(readFileSync(join(ROOT, path), 'utf8'));
}

test('the workflow builds the image of every role', () => {
  const { service } = read('.github/workflows/images.yml').jobs.images.strategy.matrix;
  expect(service).toEqual([...ROLES, 'deployment', OPERATIONS]);
});

test('Prometheus finds every service of docker compose', () => {
  const names = Object.keys(read('docker-compose.node-4.yml').services)
    .concat(Object.keys(read('docker-compose.yml').services))
    .filter((name) => SERVICE_NAMES.some((service) => new RegExp(`^${service}(-\\d+)?$`).test(name)));
  const [{ dns_sd_configs }] = read('ops/prometheus/compose.yml').scrape_configs;
  expect(names.filter((name) => !dns_sd_configs[0].names.includes(name))).toEqual([]);
});

test.each(['stores', 'stores-ha'])('the component %s has the stores of docker compose', (name) => {
  const { images } = read(`k8s/components/${name}/kustomization.yaml`);
  const tagged = images.map((image: { name: string; newTag: string }) => `${image.name}:${image.newTag}`);
  expect(tagged).toEqual(STORE_IMAGES);
});
