import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ADDITIONS } from '../src/adding/additions.ts';
import { RepositoryCopy } from '../src/adding/repository-copy.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'adding.md'), 'utf8');
const PATHS = [...PAGE.matchAll(/`(?:node )?([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
const NEW = new Set(ADDITIONS.flatMap(({ files = {} }) => Object.keys(files)));

test.each([...new Set(PATHS)].filter((path) => !NEW.has(path)))(
  'finds the file %s named in docs/adding.md',
  (path) => {
    expect(existsSync(join(ROOT, path.replace('SERVICE', 'social')))).toBe(true);
  },
);

describe('in a copy of the repository', () => {
  const copy = new RepositoryCopy();
  const touched = new Map<string, { byHand: string[]; generated: string[] }>();

  beforeAll(async () => {
    await copy.create();
    for (const addition of ADDITIONS) {
      const { changed, generated } = await copy.apply(addition);
      const { folder } = addition;
      const isCounted = (path: string) => !generated.includes(path) && !(folder && path.startsWith(folder));
      const byHand = changed.filter(isCounted);
      touched.set(addition.kind, { byHand, generated });
    }
  }, 240_000);
  afterAll(() => copy.remove());

  test.each(ADDITIONS)('a $kind needs manual edits in at most $limit files', ({ kind, limit }) => {
    expect(touched.get(kind)!.byHand.length).toBeLessThanOrEqual(limit);
  });

  test('has the changed files of each addition in docs/adding.md', () => {
    const shown = (paths: string[]) => paths.map((path) => `\`${path}\``).join(', ');
    const rows = [...touched].map(([kind, { byHand, generated }]) => {
      const files = generated.length > 2 ? `${generated.length} files` : shown(generated);
      return `| ${kind} | ${byHand.length} | ${shown(byHand)} | ${files} |`;
    });
    expect(PAGE.split('\n').filter((line) => /^\| [A-Z]/.test(line))).toEqual(rows);
  });

  test('passes the type and import checks with all additions, and runs them', async () => {
    const [uses] = await Promise.all([
      copy.node('e2e/src/adding/use.ts'),
      copy.node('scripts/src/check-arrows.ts'),
      copy.run('node_modules/.bin/tsc', '--noEmit', '-p', 'tsconfig.json'),
    ]);
    expect(uses.trim().split('\n')).toEqual(
      ADDITIONS.map(({ kind }) => kind).filter((kind) => kind !== 'Screen'),
    );
  }, 240_000);

  test('deploys a service everywhere from its entry in SERVICES and its definition', () => {
    expect(touched.get('Service')!.generated).toEqual([
      '.env.example',
      '.github/workflows/images.yml',
      'README.md',
      'docker-compose.bare.yml',
      'docker-compose.yml',
      'docs/configuration.md',
      'docs/protocol.md',
      'k8s/base/auth.yaml',
      'k8s/base/gateway.yaml',
      'k8s/base/indexes.yaml',
      'k8s/base/kustomization.yaml',
      'k8s/base/mail.yaml',
      'k8s/components/traces/kustomization.yaml',
      'k8s/overlays/ha/secrets/kustomization.yaml',
      'k8s/overlays/local/kustomization.yaml',
      'k8s/overlays/local/secrets/kustomization.yaml',
      'k8s/overlays/production/secrets/kustomization.yaml',
      'ops/prometheus/compose.yml',
    ]);
    const { services } = parse(copy.read('docker-compose.yml'), { merge: true });
    expect(services.mail.environment).toMatchObject({ LETTERS: null, AUTH_URL: 'http://auth:3000' });
    expect(services.secrets.volumes).toContain('mail-secrets:/secrets/mail');
    const scrape = parse(copy.read('ops/prometheus/compose.yml'));
    expect(scrape.scrape_configs[0].dns_sd_configs[0].names).toContain('mail');
    expect(copy.read('.env.example')).toContain('# LETTERS=5\n');
  });
});
