/**
 * `npm run images:check -- [IMAGE …] [--list]`: checks the contents of the built images, by default those of
 * docker-compose.yml; `--list` prints every package with version and license. Exits with 1 if an image has forbidden
 * contents.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Contents, faultsOf, type Lock, licenseOfPackage } from './judge.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MOST_OUTPUT = 2 ** 28;
const MOST_FAULTS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock })
  .packages;
const walker = readFileSync(join(import.meta.dirname, 'walk.mjs'), 'utf8');

function docker(args: readonly string[], input = ''): string {
  return execFileSync('docker', args, { cwd: ROOT, input, encoding: 'utf8', maxBuffer: MOST_OUTPUT });
}

function ourImages(): string[] {
  const all = docker(['compose', 'config', '--images']).trim().split('\n');
  return [...new Set(all.filter((image) => image.startsWith('doushouqi-')))].sort();
}

function contentsOf(image: string): Contents {
  const alone = ['--rm', '--interactive', '--network', 'none', '--read-only', '--user', '0:0'];
  const node = ['--entrypoint', 'node', image, '--input-type=module', '-'];
  return JSON.parse(docker(['run', ...alone, ...node], walker)) as Contents;
}

function check(image: string): boolean {
  const contents = contentsOf(image);
  const faults = faultsOf(contents, lock);
  const packages = contents.packages.filter(({ version }) => version !== undefined);
  const own = contents.files.filter(({ path }) => path.startsWith('/app/'));
  const megabytes = (
    own.reduce((sum, { size, kind }) => sum + (kind === 'file' ? size : 0), 0) / 1e6
  ).toFixed(1);
  const total = (Number(docker(['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6).toFixed(0);
  const verdict = faults.length === 0 ? 'as it should be' : `${faults.length} faults`;
  console.log(
    `${image}: ${total} MB, of these /app ${megabytes} MB, ${packages.length} packages: ${verdict}`,
  );
  if (values.list) {
    for (const one of packages)
      console.log(
        `  ${one.path.replace(/^.*node_modules\//, '')} ${one.version} ${licenseOfPackage(one, lock)}`,
      );
  }
  for (const fault of faults.slice(0, MOST_FAULTS)) console.error(`  ${fault}`);
  return faults.length === 0;
}

const images = positionals.length > 0 ? positionals : ourImages();
process.exitCode = images.map(check).every(Boolean) ? 0 : 1;
