import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readComposeFile } from '../src/compose/compose-file.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = [
  ...['packages', 'services', 'gateway', 'scripts', 'docs', 'k8s', 'ops'],
  ...['README.md', 'package.json', 'biome.json', '.gitignore', '.env.example'],
  ...['docker-compose.yml', 'docker-compose.bare.yml'],
  // The map in the README has their descriptions.
  ...['web/package.json', 'e2e/package.json', 'tools/package.json'],
];
const ENTRY = `
  mail: {
    secrets: ['publicKey', 'serviceToken'],
    calls: ['auth'],
    collections: { letters: ALL },
    redis: { keys: ['limit:mail-*'] },
    size: SMALL,
  },
} as const satisfies Record<string, ServiceFacts>;`;
const DEFINITION = `
import { count, defineService } from '@doushouqi/service-kit';
export const service = defineService({
  name: 'mail',
  environment: { LETTERS: count(5, 'Letters in a minute.') },
  open: () => ({}),
});`;

/** A copy of the repository whose packages import each other, and not those of the repository. */
const copy = mkdtempSync(join(tmpdir(), 'doushouqi-adding-'));
afterAll(() => rmSync(copy, { recursive: true }));

beforeAll(() => {
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter });
  const modules = join(ROOT, 'node_modules');
  mkdirSync(join(copy, 'node_modules', '@doushouqi'), { recursive: true });
  for (const name of readdirSync(modules).filter((one) => one !== '@doushouqi'))
    symlinkSync(join(modules, name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(modules, '@doushouqi'))) {
    const link = join('@doushouqi', name);
    symlinkSync(readlinkSync(join(modules, link)), join(copy, 'node_modules', link));
  }
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** Runs the generator in the copy; resolves to the paths of the files that it wrote. */
async function generate(): Promise<string[]> {
  const main = join(copy, 'scripts', 'src', 'generate', 'main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [main], { cwd: copy });
  return stdout.trim().split('\n').filter(Boolean);
}

test('a new service is deployed everywhere from its entry in SERVICES, its package.json and its definition', async () => {
  expect(await generate()).toEqual([]);
  const list = 'packages/protocol/src/services.ts';
  const text = readFileSync(join(copy, list), 'utf8');
  write(list, text.replace('\n} as const satisfies Record<string, ServiceFacts>;', ENTRY));
  write('services/mail/package.json', '{ "description": "letters" }');
  write('services/mail/src/service.ts', DEFINITION);
  expect((await generate()).sort()).toEqual([
    '.env.example',
    'README.md',
    'docker-compose.bare.yml',
    'docker-compose.yml',
    'k8s/base/auth.yaml',
    'k8s/base/indexes.yaml',
    'k8s/base/kustomization.yaml',
    'k8s/base/mail.yaml',
    'k8s/components/traces/kustomization.yaml',
    'k8s/overlays/local/kustomization.yaml',
    'k8s/overlays/local/secrets/kustomization.yaml',
    'k8s/overlays/production/kustomization.yaml',
    'k8s/overlays/production/secrets/kustomization.yaml',
    'ops/prometheus/compose.yml',
  ]);
  const { services } = readComposeFile(join(copy, 'docker-compose.yml'));
  expect(services.mail?.environment).toMatchObject({ LETTERS: null, AUTH_URL: 'http://auth:3000' });
  expect(services.secrets?.volumes).toContain('mail-secrets:/secrets/mail');
  const scrape = parse(readFileSync(join(copy, 'ops/prometheus/compose.yml'), 'utf8'));
  expect(scrape.scrape_configs[0].dns_sd_configs[0].names).toContain('mail');
  expect(readFileSync(join(copy, '.env.example'), 'utf8')).toContain('# LETTERS=5\n');
});
