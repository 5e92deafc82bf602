import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A realtime node as a process of its own, as it is deployed. */
export interface NodeProcess {
  url: string;
  child: ChildProcess;
  /** Exit code, or the signal that ended it. */
  exited: Promise<number | string>;
}

/** Resolves when the node says that it is ready. `env`: all that the service reads. */
export const startNodeProcess = async (env: Record<string, string>): Promise<NodeProcess> => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.includes('"event":"ready"')) break;
  }
  child.stdout!.resume();
  return { url: `http://127.0.0.1:${env.PORT}`, child, exited };
};
