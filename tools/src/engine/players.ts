/** Players of a match, by a text such as `level:5`, `nodes:20000`, `plain:6`, `beginner` or a command. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { formatSquareMove, type Level, type LevelSetting, parseSquareMove } from '@doushouqi/engine';
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
import { formatFen, type Game, gameMoves, type Move, newGame, parseFen } from '@doushouqi/rules';
import { beginnerMove, plainMove } from './plain.ts';

export interface Player {
  /** Returns the move in a game that is not over; deterministic by game and seed. */
  move(game: Game, seed: number): Move | Promise<Move>;
  newGame(): void;
  close(): void;
}

export const PLAYERS = `  level:N            level 1 to 5; ,nodes= ,depth= ,noise= ,slips= ,sees= change its setting
  nodes:N, depth:N   the engine with that limit
                     of both: ,wasm=FILE another build, ,params=FILE other numbers (JSON list), ,tables=no without tables
  plain:N            plain alpha-beta to depth N with material and distance
  beginner           takes what it can, else walks to the den
  "COMMAND"          a program that speaks like npm run -s engine; ,go=GO the command it gets, such as "go nodes 1000"`;

const STEP = 1 << 20;

export const KINDS = ['ending', 'elephant', 'leap', 'trap', 'den', 'gain'] as const;
/** The positions of the tactical suite. */
export const SUITE = new URL('./suite.json', import.meta.url);

/**
 * A position with its only good move, as `a3b3`, and its win in plies; null if it wins material. `proof` that no other
 * move is as good: the endgame tables, a search of all moves, or 50 times the nodes of level 5.
 */
export interface Puzzle {
  readonly kind: (typeof KINDS)[number];
  readonly fen: string;
  readonly move: string;
  readonly win: number | null;
  readonly proof: 'tables' | 'everything' | 'search';
}

/** Starts a game at a position. Throws if the FEN is not valid. */
export function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}

/** Creates the player that a text names. */
export async function playerOf(text: string): Promise<Player> {
  const [first = '', ...rest] = text.split(',');
  const options = new Map(rest.map((part) => part.split('=', 2) as [string, string]));
  const [kind, number = ''] = first.split(':', 2);
  const amount = Number(number);
  if (kind === 'beginner') return simple((game, seed) => beginnerMove(game, randomFrom(seed)));
  if (kind === 'plain') return simple((game, seed) => plainMove(game, amount, randomFrom(seed)));
  if (kind === 'level') {
    const [core, setting] = [await coreWith(options), settingOf(amount as Level, options)];
    const limits = limitsOfLevel(setting);
    return simple((game, seed) => judged(searched(core, game, limits), game, setting, seed).lines[0]!.move);
  }
  if (kind === 'nodes' || kind === 'depth') {
    const [core, limits] = [await coreWith(options), { [kind]: amount, lines: 1 }];
    return simple((game) => searched(core, game, limits).lines[0]!.move);
  }
  return commandPlayer(first, options.get('go') ?? 'go nodes 10000');
}

function simple(move: Player['move']): Player {
  return { move, newGame: () => undefined, close: () => undefined };
}

/** Creates an engine instance with the build and parameters of the options. */
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

/** Returns a level's setting with the options applied. */
function settingOf(level: Level, options: ReadonlyMap<string, string>): LevelSetting {
  const changed = ['nodes', 'depth', 'noise', 'slips', 'sees'].filter((name) => options.has(name));
  return {
    ...levelOf(level),
    ...Object.fromEntries(changed.map((name) => [name, Number(options.get(name))])),
  };
}

/** Searches to the limits, with the tables that the page's engine uses. */
export function searched(core: Core, game: Game, limits: CoreLimits) {
  core.begin(game, { ...limits, tables: limits.tables !== false && wantsTables(game) });
  while (core.step(STEP) !== 'done');
  return core.info();
}

/** Starts the command; `go` is its input when it is to move. */
async function commandPlayer(command: string, go: string): Promise<Player> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (line: string) => child.stdin.write(`${line}\n`);
  const hear = async (word: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ended`);
      if (value.split(' ')[0] === word) return value;
    }
  };
  say('uci');
  await hear('uciok');
  return {
    newGame: () => say('ucinewgame'),
    move: async (game) => {
      const moves = gameMoves(game).map(formatSquareMove).join(' ');
      say(`position fen ${formatFen(game.start)}${moves === '' ? '' : ` moves ${moves}`}`);
      say(go);
      const move = parseSquareMove((await hear('bestmove')).split(' ')[1] ?? '');
      return move ?? NO_MOVE;
    },
    close: () => child.kill(),
  };
}

/** Illegal in every game. */
const NO_MOVE: Move = { from: { x: -1, y: -1 }, to: { x: -1, y: -1 } };
