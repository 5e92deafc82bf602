/**
 * `npm run k8s:secrets -- OVERLAY [--replace]`: creates the missing secrets of an overlay. Exits with 1 if existing ones differ
 * from the overlay; `--replace` writes these again.
 */
import { parseArgs } from 'node:util';
import { writeSecrets } from './kubernetes/secrets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
});
const [overlay] = positionals;

function fail(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}

if (overlay === undefined) fail('usage: npm run k8s:secrets -- k8s/overlays/NAME [--replace]');
else
  try {
    const differing = writeSecrets(overlay, values);
    if (differing.length > 0)
      fail(
        `These files differ from ${overlay}/site.yaml and its keys; --replace writes them again:\n${differing.join('\n')}`,
      );
  } catch (error) {
    fail((error as Error).message);
  }
