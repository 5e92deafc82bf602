/**
 * `npm test`: every check and every test. The last line is `N passed, N failed`; a check counts as one. `npm run
 * test:unit` and similar scripts run one layer: the arguments name projects of vitest.config.ts.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');
const SIGN_OF_LIFE_MS = 30_000;
const YIELDING = constants.priority.PRIORITY_BELOW_NORMAL;
/** Long enough for the counterexample of a property. Characters. */
const MAX_MESSAGE = 900;

/** The used part of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
type Result = { passed: number; failed: number; failures: string[] };

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

const WEB_BUILD = node('web build', 'web/scripts/build.ts');

// The steps of a group run in parallel. Fault tests mostly wait, but measure times: component tests run at lower
// priority. The browser stories run last and alone: they need the built web and measure times too.
const GROUPS: Step[][] = [
  [
    tool('types', 'tsc', '--noEmit', '-p', 'tsconfig.json', '--checkers', '2'),
    tool('lint and format', 'biome', 'check', '.'),
    tool('spelling', 'cspell', 'lint', '--no-progress', '--no-summary'),
    node('arrows', 'scripts/src/check-arrows.ts'),
    tool('dead code', 'knip'),
    node('generated files', 'scripts/src/generate/main.ts', '--check'),
    node('dependencies', 'scripts/src/check-dependencies.ts'),
    WEB_BUILD,
  ],
  [
    node('oldest browsers', 'scripts/src/check-browsers.ts'),
    vitest('unit and integration tests', 'unit', 'integration'),
  ],
  [vitest('faults', 'faults'), { ...vitest('components in the browser', 'components'), yields: true }],
  [vitest('browser stories', 'browser')],
];

/** Selects all groups, or the named vitest projects; browser stories need a web build first. */
function chosenGroups(projects: readonly string[]): Step[][] {
  if (projects.length === 0) return GROUPS;
  const build = ['browser', 'nightly'].some((name) => projects.includes(name)) ? [[WEB_BUILD]] : [];
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

function summaryLine({ passed, failed }: Pick<Result, 'passed' | 'failed'>): string {
  return `${passed} passed, ${failed} failed`;
}

/** Returns an error in one line, without its stack. */
function messageOf(text: string): string {
  const [message = ''] = text.split(/\n +at /, 1);
  return message
    .trim()
    .replaceAll(/\s*\n\s*/g, ' | ')
    .slice(0, MAX_MESSAGE);
}

/** Returns what vitest printed of an error outside of tests, which its report lacks, in one line; else the last lines. */
function outsideOfTests(output: string): string {
  const at = output.indexOf('⎯ Unhandled');
  const lines = (at < 0 ? output.slice(-MAX_MESSAGE) : output.slice(at))
    .split('\n')
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .join(' | ')
    .slice(0, MAX_MESSAGE);
}

/**
 * Returns counts and failures of a vitest report. A skipped test is a failure; so is a run without a test, and one that
 * failed outside of tests.
 */
function resultOf(path: string, ok: boolean, output: string): Result {
  if (!existsSync(path)) return { passed: 0, failed: 1, failures: [outsideOfTests(output)] };
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests;
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const those = assertionResults.filter(({ status }) => status === 'failed');
    const lines = those.map((one) => `${one.fullName}: ${messageOf(one.failureMessages[0] ?? '')}`);
    return [...lines, ...(message === '' ? [] : [messageOf(message)])].map((line) => `${name} > ${line}`);
  });
  if (!ok && failures.length === 0) failures.push(outsideOfTests(output));
  const passed = report.numPassedTests;
  return { passed, failed: ok && passed > 0 ? failed : Math.max(1, failed), failures };
}

/** Runs a step and prints its result, failures first: the output may be long and truncated later. */
async function runStep(step: Step): Promise<Result> {
  const begun = Date.now();
  const seconds = () => ((Date.now() - begun) / 1000).toFixed(1);
  const alive = setInterval(() => say(`     ${step.title}: still at it (${seconds()} s)`), SIGN_OF_LIFE_MS);
  const report = join(reports, `${step.projects?.join('-')}.json`);
  const extra =
    step.projects === undefined ? [] : ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { ok, output } = await run(step, extra);
  clearInterval(alive);
  const result =
    step.projects === undefined
      ? { passed: Number(ok), failed: Number(!ok), failures: ok ? [] : [outsideOfTests(output)] }
      : resultOf(report, ok, output);
  const tests = step.projects === undefined ? '' : `  ${summaryLine(result)}`;
  say(`${result.failed === 0 ? 'ok  ' : 'FAIL'} ${step.title}  ${seconds()} s${tests}`);
  result.failures = result.failures.map((line) => `${step.title} > ${line}`);
  for (const line of result.failures) say(`     ${line}`);
  sayTables();
  if (result.failed > 0) say(`${output}\n`);
  return result;
}

async function main(): Promise<number> {
  const results: Result[] = [];
  for (const group of chosenGroups(process.argv.slice(2))) {
    say(`── ${group.map(({ title }) => title).join(', ')}`);
    results.push(...(await Promise.all(group.map(runStep))));
  }
  for (const line of results.flatMap(({ failures }) => failures)) say(`FAIL ${line}`);
  const sum = (key: 'passed' | 'failed') => results.reduce((total, one) => total + one[key], 0);
  say(summaryLine({ passed: sum('passed'), failed: sum('failed') }));
  return sum('failed') === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    process.exitCode = 1;
  });
}
process.exitCode = await main();
rmSync(reports, { recursive: true, force: true });
