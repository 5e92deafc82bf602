import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

function mainOf(service: 'realtime' | 'timekeeper'): string {
  return fileURLToPath(new URL(`../../${service}/src/main.ts`, import.meta.url));
}

/** A service in its own process, as deployed. */
export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** Exit code, or the signal that ended the process. */
  exited: Promise<number | string>;
}

/** Resolves when the service reports that it is ready. `env`: its whole environment. */
export async function startService(
  service: 'realtime' | 'timekeeper',
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [mainOf(service)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.includes('"event":"ready"')) break;
  }
  child.stdout!.resume();
  return { url: `http://127.0.0.1:${env.PORT}`, child, exited };
}
