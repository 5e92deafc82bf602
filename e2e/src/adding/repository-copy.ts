import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Addition } from './additions.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const COMMIT = [
  '-c',
  'user.name=test',
  '-c',
  'user.email=test@localhost',
  'commit',
  '--quiet',
  '--message=step',
];

/** A copy of the working tree as its own git repository, whose workspaces import each other. */
export class RepositoryCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'doushouqi-adding-'));

  /** Runs a command in the copy; resolves to its output. Rejects with its output if it fails. */
  async run(command: string, ...args: string[]): Promise<string> {
    try {
      const options = { cwd: this.folder, maxBuffer: 64 * 1024 * 1024 };
      return (await promisify(execFile)(command, args, options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${[command, ...args].join(' ')}:\n${stdout}${stderr}`);
    }
  }

  node(...args: string[]): Promise<string> {
    return this.run(process.execPath, ...args);
  }

  async create(): Promise<void> {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { stdout } = await promisify(execFile)('git', list, { cwd: ROOT });
    for (const path of new Set(stdout.split('\0').filter(Boolean))) {
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(this.folder, path));
    }
    this.#linkModules('node_modules');
    this.#linkModules('web/node_modules');
    // The gateway serves a built web, which these tests do not use.
    mkdirSync(join(this.folder, 'web', 'dist'));
    writeFileSync(join(this.folder, 'web', 'dist', 'index.html'), '<!doctype html>');
    await this.run('git', 'init', '--quiet');
    await this.#commit();
  }

  /** Links the installed packages; links to workspaces are relative, and lead into the copy. */
  #linkModules(folder: string): void {
    const [from, to] = [join(ROOT, folder), join(this.folder, folder)];
    if (!existsSync(from)) return;
    mkdirSync(join(to, '@doushouqi'), { recursive: true });
    for (const name of readdirSync(from).filter((one) => one !== '@doushouqi')) {
      symlinkSync(join(from, name), join(to, name));
    }
    const own = join(from, '@doushouqi');
    for (const name of existsSync(own) ? readdirSync(own) : []) {
      symlinkSync(readlinkSync(join(own, name)), join(to, '@doushouqi', name));
    }
  }

  async #commit(): Promise<void> {
    await this.run('git', 'add', '--all');
    await this.run('git', ...COMMIT);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Applies an addition and runs the generator. Resolves to the files that changed, and those that were generated. */
  async apply({ files = {}, edits }: Addition): Promise<{ changed: string[]; generated: string[] }> {
    for (const [path, text] of Object.entries(files)) this.#write(path, text);
    for (const [path, found, replacement] of edits) {
      const text = this.read(path);
      if (!text.includes(found)) throw new Error(`${path} has no ${found}`);
      this.#write(
        path,
        text.replace(found, () => replacement),
      );
    }
    if (Object.keys(files).some((path) => path.endsWith('package.json'))) {
      await this.run('npm', 'install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit');
    }
    const generated = (await this.node('scripts/src/generate/main.ts')).trim().split('\n').filter(Boolean);
    await this.run('git', 'add', '--all');
    const changed = (await this.run('git', 'diff', '--cached', '--name-only')).trim().split('\n');
    await this.#commit();
    return { changed, generated: generated.toSorted() };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
