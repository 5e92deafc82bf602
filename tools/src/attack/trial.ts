import type { Attack, Finding, Target } from './attack.ts';

/** A row that takes longer fails, unless it visits pages with a browser. */
const DEADLINE_MS = 60_000;
const BROWSER_DEADLINE_MS = 600_000;
/** Processes beyond this are killed, so that a successful attack does not exhaust the machine. */
const MOST_RESIDENT = 1.5 * 2 ** 30;
const LOOK_EVERY_MS = 200;

/** Kills processes of the target that grow without bound; resolves to their sorted names. */
function watchMemory({ platform, residentMemory }: Target): () => string[] {
  const ended: string[] = [];
  const timer = setInterval(() => {
    for (const name of platform.processes.keys()) {
      if (!(residentMemory(name) > MOST_RESIDENT)) continue;
      ended.push(name);
      void platform.kill(name, 'SIGKILL');
    }
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return ended;
  };
}

/** Runs one attack within limits of time and memory. Errors and damage become findings. */
export async function attempt(attack: Attack, target: Target): Promise<Finding> {
  const restarts = () => [...target.platform.processes.values()].reduce((sum, { restarts: n }) => sum + n, 0);
  const before = restarts();
  const memory = watchMemory(target);
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const most = attack.needsBrowser ? BROWSER_DEADLINE_MS : DEADLINE_MS;
    overdue = setTimeout(() => reject(new Error(`not over in ${most / 1_000} s`)), most);
  });
  const finding = await Promise.race([attack.run(target), late]).catch(
    (error: unknown): Finding => ({
      figures: { failed: error instanceof Error ? error.message : String(error) },
      holds: false,
    }),
  );
  clearTimeout(overdue);
  const tooBig = memory();
  if (tooBig.length > 0) finding.figures['over 1.5 GiB'] = tooBig.join(', ');
  const crashed = restarts() - before;
  if (crashed > 0) finding.figures.crashes = String(crashed);
  return { ...finding, holds: finding.holds && tooBig.length === 0 && crashed === 0 };
}
