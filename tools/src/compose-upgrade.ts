/**
 * `npm run compose:upgrade -- --tables 8 --only script`: users play on the running `docker compose` product on this machine while
 * its containers are upgraded, first by `docker compose up`, then by `scripts/compose-upgrade.sh`. Prints for each
 * step the replaced containers and the longest delay of a move. Exits with 1 if an acknowledged move is lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Composed, findComposed } from '@doushouqi/scripts';
import { longestStall, playWhile } from './composed/games.ts';

const { values } = parseArgs({
  options: { tables: { type: 'string', default: '8' }, only: { type: 'string', default: '' } },
});
const OBSERVED_MS = 5_000;

/** What changes in each step: variables of docker-compose.yml, whose new value differs in every run. */
const STEPS: readonly { what: string; changed: (run: number) => Record<string, string> }[] = [
  { what: 'nothing, with a build', changed: () => ({}) },
  { what: 'one service', changed: (run) => ({ TOKEN_DAYS: String(7 + run) }) },
  { what: 'the gateway', changed: (run) => ({ RATE_LIMIT_BURST: String(1_000 + run) }) },
  { what: 'all services', changed: (run) => ({ BUILD_VERSION: `upgrade-${run}` }) },
  {
    what: 'both stores',
    changed: (run) => ({ REDIS_LIMIT: `${2_000 + run}m`, MONGODB_LIMIT: `${2_000 + run}m` }),
  },
];

type Upgrade = (composed: Composed, env: Record<string, string>) => Promise<void>;

const WAYS: Readonly<Record<string, Upgrade>> = {
  'docker compose up --build --wait': (composed, env) =>
    composed.compose(['up', '--build', '--detach', '--wait'], env),
  'scripts/compose-upgrade.sh': (composed, env) => composed.upgrade([], env),
};

let isWhole = true;
/** Of all steps so far, also of the other way, so that a step changes only what it names. */
let env: Record<string, string> = {};
for (const [run, [name, upgrade]] of Object.entries(WAYS).entries()) {
  if (!name.includes(values.only)) continue;
  console.log(`\n| ${name} | containers replaced | duration | longest stall |\n| --- | --- | --- | --- |`);
  const composed = findComposed();
  const result = await playWhile(composed, Number(values.tables), async (begin) => {
    for (const { what, changed } of STEPS) {
      env = { ...env, ...changed(run + 1) };
      const before = composed.containerIds();
      const life = begin();
      const begun = Date.now();
      await upgrade(composed, env);
      const seconds = (Date.now() - begun) / 1_000;
      await delay(OBSERVED_MS);
      const replaced = [...composed.containerIds()].filter((id) => !before.has(id)).length;
      console.log(`| ${what} | ${replaced} | ${seconds.toFixed(0)} s | ${longestStall(life)} ms |`);
    }
  });
  console.log(`\n${result.lost} moves lost, ${result.doubled} doubled`);
  isWhole &&= result.lost + result.doubled === 0;
}
process.exit(isWhole ? 0 : 1);
