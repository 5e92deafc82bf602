/**
 * `npm run simulate:fair-play [-- --persons N --cheats N --games N --jobs N --seed N]`: simulated honest persons and cheats, and
 * how many of them the evidence flags. `--calibrate` counts the baseline, from persons of another seed, and writes it.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  agreementOf,
  type Baseline,
  CLARITIES,
  type Decision,
  distributionOf,
  QUALITIES,
  weigh,
} from '@doushouqi/fair-play';
import { BASELINE } from '@doushouqi/fair-play/baseline';
import { percentile } from '../numbers.ts';
import { KINDS, STRENGTHS } from './players.ts';
import { groupOf, playGroups, type Seen } from './population.ts';

const FILE = join(import.meta.dirname, '../../../packages/fair-play/data/baseline.json');
/** No person is flagged by weaker evidence, nor by any that an honest person of the calibration came near. */
const FLAG_FROM = 3;
const MARGIN = 1;

type Part = keyof Baseline['flagFrom'];

function distributionOfAll(seen: readonly Seen[]) {
  const counts = Array.from({ length: CLARITIES }, () => Array<number>(QUALITIES).fill(0));
  for (const { clarity, quality } of seen.flatMap(({ games }) => games.flat()))
    counts[clarity]![quality]! += 1;
  return distributionOf(counts);
}

function isBehind({ isBehind: yes }: Decision): boolean {
  return yes;
}

function evidenceOf({ person, games }: Seen, baseline: Baseline) {
  const { rating } = STRENGTHS[person.strength]!;
  const behind = games.map((game) => game.filter(isBehind));
  return { all: weigh(games, rating, baseline), behind: weigh(behind, rating, baseline) };
}

/** Counts what honest persons and the engine play, and sets the bounds above what honest persons reach. */
function baselineOf(honest: readonly Seen[][], engine: readonly Seen[]): Baseline {
  const bands = honest.map((seen, n) => {
    const next = STRENGTHS[n + 1]?.rating ?? Number.MAX_SAFE_INTEGER;
    return { upTo: Math.round((STRENGTHS[n]!.rating + next) / 2), shares: distributionOfAll(seen) };
  });
  const counted = { bands, engine: distributionOfAll(engine), flagFrom: { all: 0, behind: 0 } };
  const found = honest.flat().map((seen) => evidenceOf(seen, counted));
  const from = (part: Part) => Math.max(FLAG_FROM, Math.max(...found.map((one) => one[part].value)) + MARGIN);
  return { ...counted, flagFrom: { all: from('all'), behind: from('behind') } };
}

function rowOf(seen: readonly Seen[]): string {
  const { kind, strength } = seen[0]!.person;
  const found = seen.map((one) => evidenceOf(one, BASELINE));
  const flagged = found.filter((one) =>
    (['all', 'behind'] as const).some((part) => one[part].value >= BASELINE.flagFrom[part]),
  );
  const values = found.map(({ all }) => all.value);
  const nearest = kind === 'honest' ? Math.max(...values) : Math.min(...values);
  const decisions = seen.flatMap(({ games }) => games.flat());
  const first = agreementOf(decisions);
  const figures = [percentile(values, 0.5), nearest].map((value) => value.toFixed(1));
  return `| ${kind} | ${STRENGTHS[strength]!.rating} | ${flagged.length} of ${seen.length} | ${figures.join(' | ')} | ${Math.round(100 * first)} % |`;
}

const { values } = parseArgs({
  options: {
    persons: { type: 'string', default: '200' },
    cheats: { type: 'string', default: '30' },
    games: { type: 'string', default: '20' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    calibrate: { type: 'boolean', default: false },
  },
});
const { seed: ofPersons = values.calibrate ? '2' : '3' } = values;
const [persons, cheats, seed] = [values.persons, values.cheats, ofPersons].map(Number) as [
  number,
  number,
  number,
];
const options = { games: Number(values.games), jobs: Number(values.jobs), salt: seed * 100 };
const honest = STRENGTHS.map((_, strength) => groupOf('honest', strength, persons, seed));
if (values.calibrate) {
  const engine = groupOf('always', 2, Math.ceil(persons / 4), seed);
  await playGroups([...honest, engine], options);
  const baseline = JSON.stringify(baselineOf(honest, engine), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value,
  );
  await writeFile(FILE, `${baseline}\n`);
} else {
  const kinds = KINDS.filter((kind) => kind !== 'honest');
  const cheating = kinds.flatMap((kind) =>
    [1, 2, 3].map((strength) => groupOf(kind, strength, cheats, seed)),
  );
  await playGroups([...honest, ...cheating], options);
  console.log('| persons | rating | flagged | evidence, median | nearest to the bound | first choice |');
  console.log('|---|---|---|---|---|---|');
  for (const seen of [...honest, ...cheating]) console.log(rowOf(seen));
}
