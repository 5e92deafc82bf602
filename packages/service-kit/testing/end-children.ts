/**
 * Setup of tests that start processes: what a failed test leaves behind ends with its file, and with its worker, which
 * vitest ends by SIGTERM. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

const TASKS = '/proc/self/task';

function endChildren(): void {
  if (process.platform !== 'linux') return;
  const lists = readdirSync(TASKS).map((task) => readFileSync(`${TASKS}/${task}/children`, 'utf8'));
  for (const pid of lists.join(' ').match(/\d+/g) ?? []) process.kill(Number(pid), 'SIGKILL');
}

afterAll(endChildren);
if (process.listenerCount('SIGTERM') === 0) {
  process.once('SIGTERM', () => {
    endChildren();
    process.exit();
  });
}
