/**
 * First step of `npm start`, `npm test`, `npm run k8s:secrets` and `k8s:trial`, with Node's built-ins only: installs the missing
 * dependencies and programs, then runs the script with the pinned Node 24.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const NODE = join(ROOT, 'node_modules', '.bin', 'node');
const SERVICE_KIT = join(ROOT, 'packages', 'service-kit');
const OLDEST_NODE = 20;
const PROGRAM_DIRS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/bin', '/opt/homebrew/bin'];

function say(line) {
  return process.stdout.write(`${line}\n`);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(...names) {
  const dirs = [...(process.env.PATH ?? '').split(delimiter), ...PROGRAM_DIRS];
  return dirs.flatMap((dir) => names.map((name) => join(dir, name))).find(isExecutable);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether node_modules contains the packages of package-lock.json. After an installation npm writes a lock
 * file of the same form there; optional packages of other systems are missing in it.
 */
function dependenciesAreInstalled() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(join(ROOT, 'node_modules', '.package-lock.json'))?.packages;
  if (installed === undefined || !isExecutable(NODE)) return false;
  return Object.entries(wanted).every(([path, { version, integrity, link, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return optional === true || devOptional === true;
    return link === true || (found.version === version && found.integrity === integrity);
  });
}

/** Returns the lines that show the cause of a failure: the first and the last ones. */
function excerpt(output) {
  const lines = output.trimEnd().split('\n');
  return lines.length <= 24
    ? lines.join('\n')
    : [...lines.slice(0, 12), '  …', ...lines.slice(-8)].join('\n');
}

/** Runs a long step with a progress indicator; prints its output only if it fails. */
function runStep(title, command, args, env = {}) {
  say(`${title} …`);
  const begun = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const seconds = () => Math.round((Date.now() - begun) / 1000);
    const alive = setInterval(() => say(`  still at it (${seconds()} s)`), 15_000);
    const done = (ok, reason) => {
      clearInterval(alive);
      if (ok) say(`  done (${seconds()} s)`);
      else process.stderr.write(`${excerpt(Buffer.concat(output).toString())}\n${reason}\n`);
      resolve(ok);
    };
    child.once('error', (error) => done(false, error.message));
    child.once('close', (code) => done(code === 0, `${command} ended with code ${code}`));
  });
}

async function installDependencies() {
  if (dependenciesAreInstalled()) return;
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = await runStep('Installing the dependencies (npm ci)', command, args);
  if (!installed || !isExecutable(NODE)) fail('The dependencies could not be installed: npm ci failed.');
}

/** System requirements, with the Debian package of each. */
const REDIS = {
  name: 'redis-server',
  debian: 'redis-server',
  brew: 'redis',
  isThere: () => findProgram('redis-server') !== undefined,
};
/** Chromium without windows: the tests take a fifth less processor time than with `chromium --headless`. */
const CHROMIUM = {
  name: 'chromium-headless-shell (or another Chromium in CHROMIUM_PATH)',
  debian: 'chromium-headless-shell',
  brew: 'chromium',
  isThere: () =>
    existsSync(process.env.CHROMIUM_PATH ?? '') || findProgram('chromium-headless-shell') !== undefined,
};
const CHINESE_FONT = {
  name: 'a Chinese font',
  debian: 'fonts-noto-cjk',
  isThere() {
    if (process.platform !== 'linux') return true;
    const listed = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
    return listed.status === 0 && listed.stdout.trim() !== '';
  },
};

const HAPROXY = {
  name: 'haproxy',
  debian: 'haproxy',
  brew: 'haproxy',
  isThere: () => findProgram('haproxy') !== undefined,
};

/** The other engines of `npm run test:nightly`, and the screen of one that needs it. Debian's only, as are their stories. */
const OTHER_ENGINES = [
  ['firefox-esr', 'firefox-esr'],
  ['WebKitWebDriver', 'webkit2gtk-driver'],
  ['Xvfb', 'xvfb'],
].map(([name, debian]) => ({
  name,
  debian,
  isThere: () => process.platform !== 'linux' || findProgram(name) !== undefined,
}));

/** Programs of Debian 13 that are fetched into a folder: one builds the manifests of k8s/, one tests the alerts. */
const FETCHED = [
  { program: 'kustomize', brew: 'kustomize' },
  { program: 'promtool', brew: 'prometheus' },
];
const FETCHED_DIR = join(ROOT, '.cache', 'programs');

function isFetched({ program }) {
  return isExecutable(join(FETCHED_DIR, program)) || findProgram(program) !== undefined;
}

/** Fetches missing programs. Needs no root, and changes nothing outside this folder. */
async function fetchPrograms() {
  for (const one of FETCHED.filter((wanted) => !isFetched(wanted))) {
    const { program, brew } = one;
    if (!existsSync('/etc/debian_version') || findProgram('apt-get') === undefined) {
      fail(`Missing: ${program}. Please install it first (for example: brew install ${brew}).`);
    }
    const script = [join(ROOT, 'scripts', 'fetch-program.sh'), FETCHED_DIR, program];
    const fetched = await runStep(`Fetching ${program} (Debian 13's)`, 'bash', script);
    if (!fetched || !isFetched(one)) fail(`Missing: ${program}. It could not be fetched.`);
  }
}

function canUseApt() {
  return (
    existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined && process.getuid?.() === 0
  );
}

async function provide(tools) {
  const missing = tools.filter((tool) => !tool.isThere());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const packages = missing.map(({ debian }) => debian);
  if (!canUseApt()) {
    const brewed = missing.flatMap(({ brew }) => brew ?? []);
    const how =
      process.platform === 'darwin'
        ? `brew install ${brewed.join(' ')}`
        : `apt-get install ${packages.join(' ')}, as root`;
    fail(`Missing: ${names}. Please install it first (for example: ${how}).`);
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const installed =
    (await runStep('Updating the package list (apt-get update)', 'apt-get', ['update'], env)) &&
    (await runStep(`Installing ${names} (apt-get)`, 'apt-get', install, env));
  const still = missing.filter((tool) => !tool.isThere()).map(({ name }) => name);
  if (!installed || still.length > 0)
    fail(`Missing: ${still.join(', ') || names}. apt-get could not install it.`);
}

/** Runs the script; forwards signals, and exits with its exit code or signal. */
function handOver({ script, flags = [], env = {} }, args) {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? '', ...PROGRAM_DIRS].join(delimiter);
  // The pipe on standard input notifies the script when this process ends for any reason.
  const child = spawn(NODE, [...flags, join(ROOT, 'scripts', 'src', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: path, BOOTSTRAPPED: '1' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`Could not start Node: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** Strips the types of all sources once, so that the many processes need not do it at their start. */
function stripTypes() {
  // The processes report the same failure with their own messages.
  spawnSync(NODE, [join(SERVICE_KIT, 'strip-all.mjs')], { stdio: 'inherit' });
}

/** The supervisor of `npm start` runs long and does little, so its heap is limited like that of the services. */
const TASKS = {
  start: {
    script: 'start.ts',
    tools: [REDIS],
    prepare: stripTypes,
    flags: [
      '--max-semi-space-size=1',
      '--expose-gc',
      `--import=${pathToFileURL(join(SERVICE_KIT, 'strip-types.mjs'))}`,
    ],
    env: { MALLOC_ARENA_MAX: '1' },
  },
  test: {
    script: 'test.ts',
    tools: [REDIS, CHROMIUM, CHINESE_FONT, HAPROXY],
    provide: fetchPrograms,
  },
  nightly: { script: 'test.ts', args: ['nightly'], tools: [REDIS, ...OTHER_ENGINES] },
  'kubernetes-secrets': { script: 'kubernetes-secrets.ts', tools: [] },
  'kubernetes-trial': { script: 'kubernetes-trial.ts', tools: [] },
};

const [name, ...rest] = process.argv.slice(2);
const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : undefined;
if (task === undefined) fail(`usage: bootstrap.mjs ${Object.keys(TASKS).join('|')}`);
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`);
}
await provide(task.tools);
await task.provide?.();
await installDependencies();
task.prepare?.();
handOver(task, [...(task.args ?? []), ...rest]);
