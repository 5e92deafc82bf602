/**
 * `npm test`: every check and every test. The last line is `N passed, N failed`; a check counts as one. `npm run
 * test:unit` and similar scripts run one layer: the arguments name projects of vitest.config.ts.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, countVitest, failedTests, summaryLine } from './test-counts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const SIGN_OF_LIFE_MS = 30_000;
const YIELDING = constants.priority.PRIORITY_BELOW_NORMAL;

type Step = { title: string; command: string; args: string[]; projects?: string[]; yields?: boolean };

function node(title: string, ...args: string[]): Step {
  return { title, command: process.execPath, args };
}
function tool(title: string, name: string, ...args: string[]): Step {
  return {
    title,
    command: join(BIN, name),
    args,
  };
}
function vitest(title: string, ...projects: string[]): Step {
  return {
    title,
    command: join(BIN, 'vitest'),
    args: ['run', ...projects.flatMap((name) => ['--project', name])],
    projects,
  };
}

// The steps of a group run in parallel. Fault tests mostly wait, but measure times: component tests run at lower
// priority. The browser stories run last and alone: they need the built web and measure times too.
const GROUPS: Step[][] = [
  [
    tool('types', 'tsc', '--noEmit', '-p', 'tsconfig.json'),
    tool('lint and format', 'biome', 'check', '.'),
    tool('spelling', 'cspell', 'lint', '--no-progress', '--no-summary'),
    node('arrows', 'scripts/src/check-arrows.ts'),
    tool('dead code', 'knip'),
    node('generated files', 'scripts/src/generate/main.ts', '--check'),
    node('dependencies', 'scripts/src/check-dependencies.ts'),
  ],
  [node('web build', 'web/scripts/build.ts')],
  [
    node('oldest browsers', 'scripts/src/check-browsers.ts'),
    vitest('unit and integration tests', 'unit', 'integration'),
  ],
  [
    vitest('faults and flags', 'faults'),
    { ...vitest('components in the browser', 'components'), yields: true },
  ],
  [vitest('browser stories', 'browser')],
];

/** Selects all groups, or the named vitest projects; browser stories need a web build first. */
function chosenGroups(projects: readonly string[]): Step[][] {
  if (projects.length === 0) return GROUPS;
  const build = ['browser', 'nightly'].some((name) => projects.includes(name)) ? GROUPS.slice(1, 2) : [];
  return [...build, ...projects.map((name) => [vitest(name, name)])];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
const reports = mkdtempSync(join(tmpdir(), 'doushouqi-test-'));
/** File to which tests write their measurement tables. */
const TABLES_FILE = join(reports, 'tables.txt');
const children = new Set<ReturnType<typeof spawn>>();

function run(step: Step, extra: string[]): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(step.command, [...step.args, ...extra], {
      cwd: ROOT,
      env: {
        ...process.env,
        TABLES_FILE,
        PATH: `${BIN}:${process.env.PATH ?? ''}`,
        FORCE_COLOR: undefined,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    if (step.yields === true && child.pid !== undefined) setPriority(child.pid, YIELDING);
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk));
    const done = (ok: boolean, reason = '') => {
      children.delete(child);
      resolve({ ok, output: `${Buffer.concat(output).toString().trimEnd()}${reason}` });
    };
    child.once('error', (error) => done(false, error.message));
    child.once('close', (code) => done(code === 0));
  });
}

/** Prints the tables that a step wrote, once. */
function sayTables(): void {
  if (!existsSync(TABLES_FILE)) return;
  say(readFileSync(TABLES_FILE, 'utf8').trimEnd());
  rmSync(TABLES_FILE);
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Runs a step and prints its result, failures first: the output may be long and truncated later. */
async function runStep(step: Step): Promise<Counts & { failures: string[] }> {
  const begun = Date.now();
  const seconds = () => ((Date.now() - begun) / 1000).toFixed(1);
  const alive = setInterval(() => say(`     ${step.title}: still at it (${seconds()} s)`), SIGN_OF_LIFE_MS);
  const report = join(reports, `${step.projects?.join('-')}.json`);
  const extra =
    step.projects === undefined ? [] : ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { ok, output } = await run(step, extra);
  clearInterval(alive);
  const results = step.projects === undefined ? undefined : readReport(report);
  const counts =
    step.projects === undefined ? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 } : countVitest(results, ok);
  const failures = failedTests(results);
  const tests = step.projects === undefined ? '' : `  ${summaryLine(counts)}`;
  say(`${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${step.title}  ${seconds()} s${tests}`);
  for (const line of failures) say(`     ${line}`);
  sayTables();
  if (counts.failed > 0) say(`${output}\n`);
  return { ...counts, failures };
}

async function main(): Promise<number> {
  const total: Counts = { passed: 0, failed: 0 };
  const allFailures: string[] = [];
  for (const group of chosenGroups(process.argv.slice(2))) {
    say(`── ${group.map(({ title }) => title).join(', ')}`);
    for (const { passed, failed, failures } of await Promise.all(group.map(runStep))) {
      total.passed += passed;
      total.failed += failed;
      allFailures.push(...failures);
    }
  }
  for (const line of allFailures) say(`FAIL ${line}`);
  say(summaryLine(total));
  return total.failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    process.exitCode = 1;
  });
}
process.exitCode = await main();
rmSync(reports, { recursive: true, force: true });
