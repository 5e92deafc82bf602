/** Players of a match, by a text such as `level:5`, `nodes:20000,wasm=FILE`, `plain:6` or `beginner`. */
import { readFileSync } from 'node:fs';
import type { Level } from '@doushouqi/engine';
import {
  type Core,
  type CoreLimits,
  judged,
  levelOf,
  limitsOfLevel,
  loadCore,
  randomFrom,
  TABLES_FILE,
  unpackImage,
  WASM_FILE,
  wantsTables,
} from '@doushouqi/engine/laboratory';
import type { Game, Move } from '@doushouqi/rules';
import { beginnerMove, plainMove } from './plain.ts';

/** Returns the move in a game that is not over; deterministic by game and seed. */
export type Player = (game: Game, seed: number) => Move;

export const PLAYERS = `  level:N            level 1 to 5
  nodes:N, depth:N   the engine with that limit; of these three: ,wasm=FILE another build
  plain:N            plain alpha-beta to depth N with material and distance
  beginner           takes what it can, else walks to the den`;

/** Creates the player that a text names. */
export async function playerOf(text: string): Promise<Player> {
  const [kind = '', number = '', wasm] = text.split(/:|,wasm=/);
  const amount = Number(number);
  if (kind === 'beginner') return (game, seed) => beginnerMove(game, randomFrom(seed));
  if (kind === 'plain') return (game, seed) => plainMove(game, amount, randomFrom(seed));
  const core = await loadEngine(wasm);
  if (kind === 'level') {
    const setting = levelOf(amount as Level);
    const limits = limitsOfLevel(setting);
    return (game, seed) => judged(searched(core, game, limits), game, setting, seed).lines[0]!.move;
  }
  if (kind !== 'nodes' && kind !== 'depth') throw new Error(`no player ${text}`);
  return (game) => searched(core, game, { [kind]: amount, lines: 1 }).lines[0]!.move;
}

/** Creates an engine instance with the endgame tables. */
export async function loadEngine(wasm: string | URL = WASM_FILE): Promise<Core> {
  const core = await loadCore(new Uint8Array(readFileSync(wasm)));
  const unpacking = unpackImage(readFileSync(TABLES_FILE));
  let step = unpacking.next();
  while (!step.done) step = unpacking.next();
  core.setTables(step.value);
  return core;
}

/** Searches to the limits, with the tables that the page's engine uses. */
export function searched(core: Core, game: Game, limits: CoreLimits) {
  core.begin(game, { ...limits, tables: wantsTables(game) });
  while (core.step(1 << 20) !== 'done');
  return core.info();
}
