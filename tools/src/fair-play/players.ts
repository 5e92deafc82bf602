/** Simulated persons: engine levels with human errors, alone or helped by an engine. */
import { type Core, judged, type levelOf, limitsOfLevel, randomFrom } from '@doushouqi/engine/laboratory';
import type { Game, Move } from '@doushouqi/rules';
import { searched } from '../engine/players.ts';

const EVERY = { strong: false, sees: 64 } as const;

/** Persons of five strengths. Each has the errors of its strength, varied by up to a third. `rating`: of the site. */
export const STRENGTHS: readonly (ReturnType<typeof levelOf> & { rating: number })[] = [
  { ...EVERY, level: 1, nodes: 1_000, depth: 1, noise: 200, slips: 0.25, sees: 1, rating: 900 },
  { ...EVERY, level: 2, nodes: 2_000, depth: 2, noise: 110, slips: 0.1, sees: 3, rating: 1_200 },
  { ...EVERY, level: 2, nodes: 2_000, depth: 2, noise: 55, slips: 0.04, sees: 3, rating: 1_500 },
  { ...EVERY, level: 3, nodes: 4_000, depth: 3, noise: 35, slips: 0.015, rating: 1_800 },
  { ...EVERY, level: 3, nodes: 6_000, depth: 4, noise: 20, slips: 0.005, rating: 2_100 },
];

/** `always`, `third`: every move, every third. `lost`: in positions that are worse by 100 points. */
export const KINDS = ['honest', 'always', 'third', 'lost'] as const;
export type Kind = (typeof KINDS)[number];

/** Nodes of the cheat's engine; the one that judges has a fifth of them. */
const HELP_NODES = 20_000;

export interface Person {
  strength: number;
  kind: Kind;
  /** Chooses the person's errors. */
  seed: number;
}

/** Returns the move of a person at a half-move. */
export function moveOf(core: Core, game: Game, { strength, kind, seed }: Person, ply: number): Move {
  const setting = STRENGTHS[strength]!;
  const noise = setting.noise * (2 / 3 + (2 / 3) * randomFrom(seed)());
  const own = () =>
    judged(
      searched(core, game, limitsOfLevel({ ...setting, noise })),
      game,
      { ...setting, noise },
      seed * 1_009 + ply,
    ).lines[0]!.move;
  const helped = () => searched(core, game, { nodes: HELP_NODES, lines: 1 }).lines[0]!;
  if (kind === 'honest') return own();
  if (kind === 'third') return Math.floor(ply / 2) % 3 === 0 ? helped().move : own();
  const best = helped();
  if (kind === 'always') return best.move;
  const { score } = best;
  const isLost = score.kind === 'win' ? score.plies < 0 : score.value < -100;
  return isLost ? best.move : own();
}
