/** Who plays a match, by a text such as `level:5`, `nodes:20000`, `plain:6`, `beginner` or a command. */
import { readFileSync } from 'node:fs';
import type { Level, LevelSetting } from '@doushouqi/engine';
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
import type { Game } from '@doushouqi/rules';
import { commandPlayer } from './command.ts';
import { beginnerMove, plainMove } from './plain.ts';
import type { Player } from './player.ts';

export const PLAYERS = `  level:N            level 1 to 5; ,nodes= ,depth= ,noise= ,slips= ,sees= change its setting
  nodes:N, depth:N   the engine with that limit
                     of both: ,wasm=FILE another build, ,params=FILE other numbers (JSON list), ,tables=no without tables
  plain:N            plain alpha-beta to depth N with material and distance
  beginner           takes what it can, else walks to the den
  "COMMAND"          a program that speaks like npm run -s engine; ,go=GO what it is told, such as "go nodes 1000"`;

const STEP = 1 << 20;

/** Makes the player that a text names. */
export async function playerOf(text: string): Promise<Player> {
  const [first = '', ...rest] = text.split(',');
  const options = new Map(rest.map((part) => part.split('=', 2) as [string, string]));
  const [kind, number = ''] = first.split(':', 2);
  const amount = Number(number);
  if (kind === 'beginner') return simple((game, seed) => beginnerMove(game, randomFrom(seed)));
  if (kind === 'plain') return simple((game, seed) => plainMove(game, amount, randomFrom(seed)));
  if (kind === 'level') return levelPlayer(await coreWith(options), settingOf(amount as Level, options));
  if (kind === 'nodes' || kind === 'depth')
    return limitPlayer(await coreWith(options), { [kind]: amount, lines: 1 });
  return commandPlayer(first, options.get('go') ?? 'go nodes 10000');
}

function simple(move: Player['move']): Player {
  return { move, newGame: () => undefined, close: () => undefined };
}

/** An instance with the build and the numbers that the options name. */
export async function coreWith(options: ReadonlyMap<string, string>): Promise<Core> {
  const core = await loadCore(new Uint8Array(readFileSync(options.get('wasm') ?? WASM_FILE)));
  const params = options.get('params');
  if (params !== undefined) {
    core.parameters().set(JSON.parse(readFileSync(params, 'utf8')));
    core.useParameters();
  }
  if (options.get('tables') !== 'no') core.setTables(tablesImage());
  return core;
}

let image: Uint8Array | null = null;

/** Unpacked once in a thread. */
function tablesImage(): Uint8Array {
  if (image !== null) return image;
  const unpacking = unpackImage(readFileSync(TABLES_FILE));
  for (let step = unpacking.next(); ; step = unpacking.next()) {
    if (!step.done) continue;
    image = step.value;
    return image;
  }
}

/** The engine with limits. */
export function limitPlayer(core: Core, limits: CoreLimits): Player {
  return simple((game) => searched(core, game, limits).lines[0]!.move);
}

function levelPlayer(core: Core, setting: LevelSetting): Player {
  return simple((game, seed) => {
    const info = searched(core, game, limitsOfLevel(setting));
    return judged(info, game, setting, seed).lines[0]!.move;
  });
}

/** A level, with what the options change about it. */
function settingOf(level: Level, options: ReadonlyMap<string, string>): LevelSetting {
  const changed = ['nodes', 'depth', 'noise', 'slips', 'sees'].filter((name) => options.has(name));
  return {
    ...levelOf(level),
    ...Object.fromEntries(changed.map((name) => [name, Number(options.get(name))])),
  };
}

/** Searches to the end of the limits, with the tables where the engine in the page has them. */
export function searched(core: Core, game: Game, limits: CoreLimits) {
  core.begin(game, { ...limits, tables: limits.tables !== false && wantsTables(game) });
  while (core.step(STEP) !== 'done');
  return core.info();
}
