import type { EngineLine, Score } from '@doushouqi/engine';
import {
  formatFen,
  formatStep,
  type Game,
  gameAfter,
  parseSteps,
  positionOf,
  ruleSetOf,
} from '@doushouqi/rules';
import { type Evaluation, type Evaluations, plysToEvaluate } from '../../../shared/engine/evaluation.ts';
import { pathOfGame } from '../study/study.ts';

/** Evaluated games as text in the browser's storage, which is not trusted. Pure. */

/** Increase when a change of the engine or its limits makes stored evaluations misleading. */
const VERSION = 2;

/** Only the newest games are stored, up to this count and this total length in UTF-16 units. */
export const KEPT_LIMITS = { games: 40, length: 600_000 } as const;

/** Number of stored moves of the best line and of the second. */
const PV_LENGTHS = [8, 4] as const;

interface Saved {
  readonly version: number;
  /** Newest first. */
  readonly games: readonly SavedGame[];
}

interface SavedGame {
  readonly key: string;
  readonly positions: readonly string[];
}

/** Returns a key from moves, start and rules: the same game has one review, whatever its source. */
export function keyOf(game: Game): string {
  return [ruleSetOf(game), formatFen(positionOf(gameAfter(game, 0))), pathOfGame(game)].join(' ');
}

/** Returns the stored reviews with one more; the oldest are dropped above the limits. */
export function withEvaluations(text: string | null, game: Game, evaluations: Evaluations): string {
  const key = keyOf(game);
  const positions = plysToEvaluate(game).map((ply) => formatEvaluation(evaluations[ply] ?? null));
  const others = parseSaved(text).filter((other) => other.key !== key);
  const games: SavedGame[] = [];
  let left = KEPT_LIMITS.length;
  for (const one of [{ key, positions }, ...others].slice(0, KEPT_LIMITS.games)) {
    left -= JSON.stringify(one).length + 1;
    if (left < 0) break;
    games.push(one);
  }
  return JSON.stringify({ version: VERSION, games } satisfies Saved);
}

/** Returns the stored evaluations of a game, or null if there are none. */
export function storedEvaluations(text: string | null, game: Game): Evaluations | null {
  const saved = parseSaved(text).find(({ key }) => key === keyOf(game));
  if (saved?.positions.length !== plysToEvaluate(game).length) return null;
  const evaluations = saved.positions.map(parseEvaluation);
  return evaluations.every((one) => one !== null) ? evaluations : null;
}

function parseSaved(text: string | null): readonly SavedGame[] {
  if (text === null || text.length > 2 * KEPT_LIMITS.length) return [];
  try {
    const saved = JSON.parse(text) as Partial<Saved> | null;
    if (saved?.version !== VERSION || !Array.isArray(saved.games)) return [];
    return saved.games.filter(isSavedGame);
  } catch {
    return [];
  }
}

function isSavedGame(value: unknown): value is SavedGame {
  const { key, positions } = (value ?? {}) as Partial<SavedGame>;
  return (
    typeof key === 'string' && Array.isArray(positions) && positions.every((one) => typeof one === 'string')
  );
}

/** Formats as `glance;score:pv;score:pv`: a score is `c` or `w` and a number, moves are four digits each. */
function formatEvaluation(evaluation: Evaluation | null): string {
  if (evaluation === null) return '';
  const lines = evaluation.lines.slice(0, PV_LENGTHS.length).map(({ score, pv }, index) => {
    const number = score.kind === 'cp' ? `c${score.value}` : `w${score.plies}`;
    return `${number}:${pv.slice(0, PV_LENGTHS[index]).map(formatStep).join('')}`;
  });
  return [formatStep(evaluation.glance), ...lines].join(';');
}

function parseEvaluation(text: string): Evaluation | null {
  const [glance = '', ...rest] = text.split(';');
  const [glanced] = parseSteps(glance);
  const lines = rest.map(parseLine);
  if (!glanced || lines.length === 0 || lines.length > PV_LENGTHS.length) return null;
  return lines.every((line) => line !== null) ? { lines, glance: glanced } : null;
}

function parseLine(text: string): EngineLine | null {
  const [, kind, number, steps = ''] = /^([cw])(-?\d{1,6}):((?:[0-6][0-8][0-6][0-8]){1,8})$/.exec(text) ?? [];
  const pv = parseSteps(steps);
  if (!pv[0]) return null;
  const score: Score =
    kind === 'c' ? { kind: 'cp', value: Number(number) } : { kind: 'win', plies: Number(number) };
  return { move: pv[0], score, pv };
}
