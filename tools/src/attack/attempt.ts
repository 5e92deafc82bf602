import { type Attack, type Checks, shown } from './attack.ts';
import type { Target } from './target.ts';

/** An attack that takes longer fails, unless it visits pages with a browser. */
const DEADLINE_MS = 60_000;
const BROWSER_DEADLINE_MS = 600_000;

/** Runs one attack within a limit of time. Errors and damage become checks that fail. */
export async function attempt(attack: Attack, target: Target): Promise<Checks> {
  const { platform } = target;
  const restarts = () => [...platform.processes.values()].reduce((all, one) => all + one.restarts, 0);
  const before = restarts();
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const most = attack.needsBrowser ? BROWSER_DEADLINE_MS : DEADLINE_MS;
    overdue = setTimeout(() => reject(new Error(`not over in ${most / 1_000} s`)), most);
  });
  const checks = await Promise.race([attack.run(target), late]).catch(
    (error: unknown): Checks => ({ failed: [error instanceof Error ? error.message : error, false] }),
  );
  clearTimeout(overdue);
  target.leave();
  const crashed = restarts() - before;
  return {
    ...checks,
    ...(crashed > 0 && { crashes: [crashed, false] as const }),
  };
}

/** Returns one line per check, with a cross before those that fail. */
export function linesOf(checks: Checks): string[] {
  return Object.entries(checks).map(
    ([label, [value, holds]]) => `${holds ? '' : '✗ '}${label}: ${shown(value)}`,
  );
}

export function holdsAll(checks: Checks): boolean {
  return Object.values(checks).every(([, holds]) => holds);
}
