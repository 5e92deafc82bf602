import { parseArgs } from 'node:util';
import { attempt, holdsAll, linesOf } from './attempt.ts';
import { ATTACKS } from './cases/index.ts';
import { startTarget } from './target.ts';

/**
 * `npm run attack -- [NAME …] [--list]`: attacks a platform on loopback with all or the named attacks, each on a fresh
 * platform. Prints a table of verdict, result and aim. Exits with 1 if an attack succeeds.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !ATTACKS.some((attack) => attack.name === name));
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no attack ${unknown.join(', ')}; there are:`);
  for (const { name, what, aim } of ATTACKS) console.log(`${name.padEnd(18)} ${what} ${aim}`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

let isHeld = true;
console.log('| attack | | result | aim |\n| --- | --- | --- | --- |');
for (const attack of ATTACKS) {
  if (positionals.length > 0 && !positionals.includes(attack.name)) continue;
  const target = await startTarget(attack.needsBrowser);
  const checks = await attempt(attack, target);
  await target.stop();
  isHeld &&= holdsAll(checks);
  const verdict = holdsAll(checks) ? 'holds' : 'FAILS';
  console.log(`| ${attack.name} | ${verdict} | ${linesOf(checks).join('; ')} | ${attack.aim} |`);
}
process.exit(isHeld ? 0 : 1);
