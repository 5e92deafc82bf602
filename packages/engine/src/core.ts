/** One instance of the WASM: a position goes in, lines come out. Synchronous; the worker drives it in steps. */
import { type Game, legalGameMoves, type Move } from '@doushouqi/rules';
import type { EngineLine, Score, SearchInfo } from './types.ts';

/** What assembly/index.ts exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  cellsAt(): number;
  rootMovesAt(): number;
  lineAt(line: number): number;
  setPosition(mover: number): void;
  play(move: number): void;
  listMoves(): number;
  start(moves: number, lines: number, depth: number, nodes: number): void;
  step(nodes: number): number;
  depthOf(): number;
  nodesOf(): number;
  lineCount(): number;
  perft(depth: number): bigint;
}

/** A win now; the score of a win in n plies is n less (assembly/search.ts). */
const WIN = 30_000;
const WIN_FROM = 29_000;
const DEEPEST = 64;
const MOST_NODES = 0xffff_ffff;

/** What a search is bounded by; all of it, in the end, since depth is. */
export interface CoreLimits {
  readonly nodes?: number;
  readonly depth?: number;
  readonly lines: number;
}

/** What a step of a search came to: nothing new, one more depth, or the end. */
export type Progress = 'running' | 'deeper' | 'done';
const PROGRESS = ['running', 'deeper', 'done'] as const;

export class Core {
  readonly #wasm: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.#wasm = instance.exports as unknown as Exports;
  }

  /** Prepares a search of a game that is not over. */
  begin(game: Game, { nodes = MOST_NODES, depth = DEEPEST, lines }: CoreLimits): void {
    const wasm = this.#wasm;
    this.#setPosition(game);
    const moves = legalGameMoves(game);
    const codes = new Uint16Array(wasm.memory.buffer, wasm.rootMovesAt(), moves.length);
    codes.set(moves.map((move) => packed(game, move)));
    wasm.start(moves.length, lines, Math.min(depth, DEEPEST), Math.min(nodes, MOST_NODES));
  }

  /** Searches on, about so many nodes. */
  step(nodes: number): Progress {
    return PROGRESS[this.#wasm.step(nodes)]!;
  }

  /** What was found so far. No lines before the first depth is finished. */
  info(): SearchInfo {
    const wasm = this.#wasm;
    const lines = Array.from({ length: wasm.lineCount() }, (_, line) => this.#line(wasm.lineAt(line)));
    return { depth: wasm.depthOf(), nodes: wasm.nodesOf() >>> 0, lines };
  }

  perft(game: Game, depth: number): number {
    this.#setPosition(game);
    return Number(this.#wasm.perft(depth));
  }

  #setPosition({ position }: Game): void {
    const wasm = this.#wasm;
    new Uint8Array(wasm.memory.buffer).set(position.cells, wasm.cellsAt());
    wasm.setPosition(position.turn - 1);
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

/** `from | to << 6 | captured type << 12`. */
function packed({ position }: Game, { from, to }: Move): number {
  const target = position.cells[to.y * 7 + to.x]!;
  return (from.y * 7 + from.x) | ((to.y * 7 + to.x) << 6) | ((target > 8 ? target - 8 : target) << 12);
}

function unpacked(move: number): Move {
  return { from: point(move & 63), to: point((move >> 6) & 63) };
}

function point(square: number): { x: number; y: number } {
  return { x: square % 7, y: Math.floor(square / 7) };
}

/** Makes an instance of the compiled engine. */
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
