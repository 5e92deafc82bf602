import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DownloadSystem } from '@doushouqi/protocol/analysis';
import { inject } from 'postject';
import { type Entry, tarGz, zip } from './archives.ts';

const run = promisify(execFile);

/** Marker in Node that states whether a script is embedded; its last digit becomes 1. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Runs the script with the Node in the same folder. */
const LAUNCHER = `#!/bin/sh
folder=$(cd "$(dirname "$0")" && pwd)
exec "$folder/node" "$folder/dsq-analysis.cjs" "$@"
`;

/** Returns a copy of Node, of the running version, that runs the script at its start. */
export async function withScript(node: Buffer, script: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'doushouqi-downloads-'));
  try {
    const at = (name: string): string => join(folder, name);
    await writeFile(at('service.cjs'), script);
    // The blob contains this path: a relative one gives the same bytes in every folder.
    const config = { main: 'service.cjs', output: 'blob', disableExperimentalSEAWarning: true };
    await writeFile(at('sea.json'), JSON.stringify(config));
    await run(process.execPath, ['--experimental-sea-config', 'sea.json'], { cwd: folder });
    await writeFile(at('program'), node);
    await inject(at('program'), 'NODE_SEA_BLOB', await readFile(at('blob')), { sentinelFuse: FUSE });
    return await readFile(at('program'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The download for a system: its archive and file name suffix. */
export async function archiveFor(
  system: DownloadSystem,
  node: Buffer,
  script: string,
): Promise<{ content: Buffer; ending: string }> {
  if (system === 'windows') {
    const program: Entry = { path: 'dsq-analysis/dsq-analysis.exe', content: await withScript(node, script) };
    return { content: zip([program]), ending: 'zip' };
  }
  const executable = (name: string, content: Buffer): Entry => ({
    path: `dsq-analysis/${name}`,
    content,
    isExecutable: true,
  });
  if (system === 'linux')
    return {
      content: await tarGz([executable('dsq-analysis', await withScript(node, script))]),
      ending: 'tar.gz',
    };
  // A modified Node would lose its signature, without which Apple's processors run no program.
  const entries = [
    executable('dsq-analysis', Buffer.from(LAUNCHER)),
    executable('node', node),
    { path: 'dsq-analysis/dsq-analysis.cjs', content: Buffer.from(script) },
  ];
  return { content: await tarGz(entries), ending: 'tar.gz' };
}
