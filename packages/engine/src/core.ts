/** One WASM instance: takes a position, returns lines. Synchronous; the worker runs it in steps. */
import { type Game, gameAfter, gameMoves, legalGameMoves, type Move, type Position } from '@doushouqi/rules';
import type { EngineLine, Score, SearchInfo } from './types.ts';

/** Exports of assembly/index.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  cellsAt(): number;
  rootMovesAt(): number;
  lineAt(line: number): number;
  setPosition(mover: number, quietRule: number, thirdRule: number): void;
  play(move: number): void;
  listMoves(): number;
  resizeHash(log: number): number;
  forget(hashLog: number): void;
  parametersAt(): number;
  parameterCount(): number;
  initEvaluation(): void;
  evaluate(): number;
  rawEvaluation(): number;
  start(moves: number, lines: number, depth: number, nodes: number): void;
  step(nodes: number): number;
  depthOf(): number;
  nodesOf(): number;
  lineCount(): number;
  perft(depth: number): bigint;
  probe(ply: number): number;
  reserveTables(bytes: number): number;
  useTables(use: number): void;
}

/** Score of an immediate win; a win in n plies scores n less (assembly/search.ts). */
const WIN = 30_000;
const WIN_FROM = 29_000;
/** Result of `probe` for positions in no table. */
const UNKNOWN = -32_000;
const EVERY_RULE = { hundredRounds: true, threefold: true };
const DEEPEST = 64;
const MOST_NODES = 0xffff_ffff;
/** 16 MiB of cached positions. A short search accesses about this much for each of its nodes. */
const HASH_LOG = 24;
const BYTES_PER_NODE = 32;

/** Limits of a search. Depth is always limited, so every search ends. */
export interface CoreLimits {
  readonly nodes?: number;
  readonly depth?: number;
  readonly lines: number;
  /** Whether to reuse the results of earlier searches. */
  readonly keep?: boolean;
  /** Whether to probe the endgame tables, if they are loaded. */
  readonly tables?: boolean;
}

/** Result of a step: no new depth, a new depth, or the end of the search. */
export type Progress = 'running' | 'deeper' | 'done';
const PROGRESS = ['running', 'deeper', 'done'] as const;

export class Core {
  readonly #wasm: Exports;
  #hashLog = 0;
  #hasTables = false;

  constructor(instance: WebAssembly.Instance) {
    this.#wasm = instance.exports as unknown as Exports;
    this.resizeHash(HASH_LOG);
  }

  /** Resizes the hash table to 2^log bytes and clears it. Returns false if memory is insufficient. */
  resizeHash(log: number): boolean {
    this.#hashLog = log;
    return this.#wasm.resizeHash(log) !== 0;
  }

  /** Loads the endgame tables made by `unpackImage`, once. Clears the hash table. */
  setTables(image: Uint8Array): void {
    const at = this.#wasm.reserveTables(image.length);
    if (at === 0) return;
    new Uint8Array(this.#wasm.memory.buffer).set(image, at);
    this.#hasTables = true;
    this.#wasm.forget(this.#hashLog);
  }

  get hasTables(): boolean {
    return this.#hasTables;
  }

  /** Returns the table score of a position that is not over, or null if no table has it. Does not search. */
  probe(game: Game): Score | null {
    this.#wasm.useTables(1);
    this.#setGame(game);
    const value = this.#wasm.probe(0);
    return value === UNKNOWN ? null : scoreOf(value);
  }

  /**
   * Prepares a search of a game that is not over. A search with a limit clears the hash table, so that its result is
   * reproducible; `keep` reuses earlier results.
   */
  begin(
    game: Game,
    { nodes, depth, lines, keep = nodes === undefined && depth === undefined, tables = true }: CoreLimits,
  ): void {
    const wasm = this.#wasm;
    if (!keep)
      wasm.forget(Math.min(this.#hashLog, Math.ceil(Math.log2((nodes ?? MOST_NODES) * BYTES_PER_NODE))));
    wasm.useTables(tables ? 1 : 0);
    this.#setGame(game);
    const moves = legalGameMoves(game);
    const codes = new Uint16Array(wasm.memory.buffer, wasm.rootMovesAt(), moves.length);
    codes.set(moves.map((move) => packed(game.position, move)));
    wasm.start(
      moves.length,
      lines,
      Math.min(depth ?? DEEPEST, DEEPEST),
      Math.min(nodes ?? MOST_NODES, MOST_NODES),
    );
  }

  /** Continues the search by about `nodes` nodes. */
  step(nodes: number): Progress {
    return PROGRESS[this.#wasm.step(nodes)]!;
  }

  /** Returns the results so far. There are no lines before the first depth is complete. */
  info(): SearchInfo {
    const wasm = this.#wasm;
    const lines = Array.from({ length: wasm.lineCount() }, (_, line) => this.#line(wasm.lineAt(line)));
    // A search that ended within a depth has lines of this depth and of the last one. The first line is the best of
    // this depth.
    const [best, ...others] = lines;
    others.sort((a, b) => valueOfScore(b.score) - valueOfScore(a.score));
    return { depth: wasm.depthOf(), nodes: wasm.nodesOf() >>> 0, lines: best ? [best, ...others] : [] };
  }

  perft(position: Position, depth: number): number {
    this.setPosition(position);
    return Number(this.#wasm.perft(depth));
  }

  /** Lists the moves of a position by geometry and capture, as the search generates them. */
  listMoves(position: Position): Move[] {
    this.setPosition(position);
    const { memory, rootMovesAt, listMoves } = this.#wasm;
    return Array.from(new Uint16Array(memory.buffer, rootMovesAt(), listMoves()), unpacked);
  }

  /** Returns the static evaluation for the side to move. */
  evaluate(position: Position): number {
    this.setPosition(position);
    return this.#wasm.evaluate();
  }

  /** Returns the static evaluation for red, in quarters, of the last position set. The tuning fits this value. */
  rawEvaluation(): number {
    return this.#wasm.rawEvaluation();
  }

  /** Returns the memory size of the instance in bytes. */
  memoryBytes(): number {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Returns the evaluation parameters. Changes take effect after `useParameters`. */
  parameters(): Int16Array {
    const { memory, parametersAt, parameterCount } = this.#wasm;
    return new Int16Array(memory.buffer, parametersAt(), parameterCount());
  }

  useParameters(): void {
    this.#wasm.initEvaluation();
  }

  /** Sets a position without history. */
  setPosition({ cells, turn }: Position, { hundredRounds, threefold } = EVERY_RULE): void {
    const wasm = this.#wasm;
    new Uint8Array(wasm.memory.buffer).set(cells, wasm.cellsAt());
    wasm.setPosition(turn === 'red' ? 0 : 1, hundredRounds ? 1 : 0, threefold ? 1 : 0);
  }

  /** Sets the position of a game with its history since the last capture. */
  #setGame(game: Game): void {
    const moves = gameMoves(game);
    const first = moves.findLastIndex(({ capturedPiece }) => capturedPiece !== null) + 1;
    const { position } = gameAfter(game, first);
    this.setPosition(position, game.rules);
    for (const move of moves.slice(first)) this.#wasm.play(packed(position, move, 0));
  }

  #line(at: number): EngineLine {
    const { buffer } = this.#wasm.memory;
    const [score = 0, length = 0] = new Int32Array(buffer, at, 2);
    const pv = Array.from(new Uint16Array(buffer, at + 8, length), unpacked);
    return { move: pv[0]!, score: scoreOf(score), pv };
  }
}

function scoreOf(value: number): Score {
  if (value > WIN_FROM) return { kind: 'win', plies: WIN - value };
  if (value < -WIN_FROM) return { kind: 'win', plies: -(WIN + value) };
  return { kind: 'cp', value };
}

/** Returns the score in the search's numbers. */
function valueOfScore(score: Score): number {
  if (score.kind === 'cp') return score.value;
  return score.plies > 0 ? WIN - score.plies : -WIN - score.plies;
}

/** `from | to << 6 | captured type << 12`. */
function packed({ cells }: Position, { from, to }: Move, target = cells[to.y * 7 + to.x]!): number {
  return (from.y * 7 + from.x) | ((to.y * 7 + to.x) << 6) | ((target > 8 ? target - 8 : target) << 12);
}

function unpacked(move: number): Move {
  return { from: point(move & 63), to: point((move >> 6) & 63) };
}

function point(square: number): { x: number; y: number } {
  return { x: square % 7, y: Math.floor(square / 7) };
}

/** Creates an instance of the compiled engine. */
export async function loadCore(wasm: BufferSource | Promise<Response>): Promise<Core> {
  const imports = { env: { abort: trap } };
  const source =
    wasm instanceof Promise
      ? await WebAssembly.instantiateStreaming(wasm, imports)
      : await WebAssembly.instantiate(wasm, imports);
  return new Core(source.instance);
}

function trap(): never {
  throw new Error('the engine aborted');
}
