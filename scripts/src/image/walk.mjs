/** Runs inside an image, as root: prints every file and every installed package as JSON. Node's built-ins only. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NOT_OF_THE_IMAGE = ['/proc', '/sys', '/dev'];
const PACKAGE = /\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/;

const files = [];
const packages = [];

function walk(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (NOT_OF_THE_IMAGE.includes(path)) continue;
    const { mode, uid, size } = lstatSync(path);
    const kind = entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'file';
    files.push({ path, kind, mode: mode & 0o7777, uid, size });
    if (kind === 'folder') walk(path);
    if (kind === 'file' && PACKAGE.test(path)) {
      const { version, license } = JSON.parse(readFileSync(path, 'utf8'));
      packages.push({ path: path.slice('/app/'.length, -'/package.json'.length), version, license });
    }
  }
}

walk('/');
process.stdout.write(JSON.stringify({ files, packages }));
