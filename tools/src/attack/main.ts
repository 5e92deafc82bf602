import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Attack, Finding } from './attack.ts';
import { markdownTable, type Result, textTable } from './report.ts';
import { ATTACKS } from './rows/index.ts';
import { startTarget, takeComposed } from './target.ts';
import { attempt } from './trial.ts';

/**
 * `npm run attack -- [NAME …] [--before DIR | --composed] [--markdown] [--list]`: attacks a platform on loopback with
 * all or the named rows, each on a fresh platform. `--before DIR` also runs the rows against another checkout;
 * `--composed` attacks the running `docker compose` product on this machine. Exits with 1 if a row fails.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    composed: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !ATTACKS.some((attack) => attack.name === name));
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no attack ${unknown.join(', ')}; there are:`);
  for (const { name, what } of ATTACKS) console.log(`${name.padEnd(20)} ${what}`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const NOT_HERE: Finding = {
  figures: { 'not applicable': 'the data is in volumes, Redis on a network of its own' },
  holds: true,
};
const composed = values.composed ? await takeComposed() : undefined;

async function findingOf(attack: Attack, root?: string): Promise<Finding> {
  if (composed && attack.filesOfMachine) return NOT_HERE;
  const target = await (composed ? composed.next() : startTarget(root, attack.needsBrowser));
  try {
    return await attempt(attack, target);
  } finally {
    await target.stop();
  }
}

async function resultOf(attack: Attack): Promise<Result> {
  console.error(`${attack.name} …`);
  const before = values.before === undefined ? undefined : await findingOf(attack, resolve(values.before));
  const now = await findingOf(attack);
  return { attack, now, ...(before && { before }) };
}

const chosen = ATTACKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const results: Result[] = [];
try {
  for (const attack of chosen) results.push(await resultOf(attack));
} finally {
  await composed?.release();
}
console.log(values.markdown ? markdownTable(results) : textTable(results));
process.exit(results.every(({ now }) => now.holds) ? 0 : 1);
