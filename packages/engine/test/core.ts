/** The compiled engine, in this thread. */
import { readFile } from 'node:fs/promises';
import { type Game, newGame, parseFen } from '@doushouqi/rules';
import { type Core, type CoreLimits, loadCore } from '../src/core.ts';
import type { SearchInfo } from '../src/index.ts';

export async function newCore(): Promise<Core> {
  return loadCore(new Uint8Array(await readFile(new URL('../dist/engine.wasm', import.meta.url))));
}

export function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}

/** Searches to the end of the limits. */
export function search(core: Core, game: Game, limits: CoreLimits): SearchInfo {
  core.begin(game, limits);
  while (core.step(1 << 20) !== 'done');
  return core.info();
}
