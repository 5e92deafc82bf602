/**
 * A session of the engine on lines of text, similar to UCI. Independent of streams: takes and returns lines, and
 * searches through an `Engine`.
 */
import { type Game, newGame, outcome, parseFen, play } from '@doushouqi/rules';
import type { Engine } from '../owner.ts';
import { formatSquareMove, parseSquareMove } from '../squares.ts';
import type { EngineLine, Level, Score, SearchInfo } from '../types.ts';

type GoLimits = {
  readonly nodes?: number;
  readonly depth?: number;
  readonly movetime?: number;
};

export interface SessionOptions {
  readonly engine: Engine;
  readonly print: (line: string) => void;
  /** Milliseconds. */
  readonly now: () => number;
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

const HASH = { default: 16, min: 1, max: 1_024 } as const;
const LINES = { default: 1, min: 1, max: 3 } as const;
/** 0 plays at full level, within the limits of `go`. */
const LEVEL = { default: 0, min: 0, max: 5 } as const;

export class Session {
  readonly #options: SessionOptions;
  #game: Game = newGame();
  #lines: 1 | 2 | 3 = LINES.default;
  #level: 0 | Level = LEVEL.default;
  #seed = 0;
  /** The running search. */
  #searching: Promise<void> = Promise.resolve();
  #endless = false;
  #endTimer: () => void = () => undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Handles one line. Returns false if the session is over. Ignores unknown input, as UCI requires. */
  receive(line: string): boolean {
    const [command = '', ...words] = line.trim().split(/\s+/);
    if (command === 'quit') {
      this.#stop();
      return false;
    }
    if (command === 'uci') this.#introduce();
    else if (command === 'isready') this.#options.print('readyok');
    else if (command === 'ucinewgame') this.#game = newGame();
    else if (command === 'position') this.#setPosition(words);
    else if (command === 'setoption') this.#setOption(words);
    else if (command === 'go') this.#go(words);
    else if (command === 'stop') this.#stop();
    return true;
  }

  /**
   * Handles the end of the input. Resolves when the running search has returned its move; a search without limits is
   * stopped.
   */
  end(): Promise<void> {
    if (this.#endless) this.#stop();
    return this.#searching;
  }

  #introduce(): void {
    const spin = (
      name: string,
      { default: standard, min, max }: { default: number; min: number; max: number },
    ) => `option name ${name} type spin default ${standard} min ${min} max ${max}`;
    const lines = ['id name Doushouqi', 'id author the Doushouqi project'];
    for (const one of [...lines, spin('Level', LEVEL), spin('Hash', HASH), spin('MultiPV', LINES), 'uciok']) {
      this.#options.print(one);
    }
  }

  #setPosition(words: readonly string[]): void {
    const at = words.indexOf('moves');
    const [kind, ...rest] = at < 0 ? words : words.slice(0, at);
    const position = kind === 'fen' ? parseFen(rest.join(' ')) : null;
    if (kind !== 'startpos' && !position?.ok) {
      this.#options.print(`info string not a position: ${words.join(' ')}`);
      return;
    }
    let game = newGame(undefined, position?.ok ? position.value : undefined);
    for (const text of at < 0 ? [] : words.slice(at + 1)) {
      const move = parseSquareMove(text);
      const next = move === null ? null : play(game, move);
      if (!next?.ok) {
        this.#options.print(`info string not a legal move: ${text}`);
        return;
      }
      game = next.value;
    }
    this.#game = game;
  }

  #setOption(words: readonly string[]): void {
    const text = words.join(' ');
    const [, name = '', value = ''] = /^name (\w+) value (\d+)$/.exec(text) ?? [];
    const number = Number(value);
    if (name === 'Level' && isWithin(number, LEVEL)) this.#level = number as 0 | Level;
    else if (name === 'MultiPV' && isWithin(number, LINES)) this.#lines = number as 1 | 2 | 3;
    else if (name === 'Hash' && isWithin(number, HASH)) this.#options.engine.resizeHash(number);
    else this.#options.print(`info string not an option: ${text}`);
  }

  #stop(): void {
    this.#endTimer();
    this.#options.engine.stop();
  }

  #go(words: readonly string[]): void {
    this.#stop();
    const limits = readLimits(words);
    const game = this.#game;
    if (outcome(game).winner !== null) {
      this.#options.print('bestmove 0000');
      return;
    }
    this.#endless = this.#level === 0 && Object.keys(limits).length === 0;
    this.#searching = this.#search(game, limits);
  }

  async #search(game: Game, { movetime, ...limits }: GoLimits): Promise<void> {
    const { engine, print, now, after } = this.#options;
    const began = now();
    const report = (info: SearchInfo) => this.#report(info, now() - began);
    if (movetime !== undefined) this.#endTimer = after(movetime, () => engine.stop());
    const level = this.#level;
    try {
      const info = await (level === 0
        ? engine.analyze(game, { ...limits, lines: this.#lines }, report)
        : engine.choose(game, level, this.#seed++, report));
      report(info);
      print(`bestmove ${formatSquareMove(info.lines[0]!.move)}`);
    } catch (error) {
      print(`info string ${error instanceof Error ? error.message : error}`);
      print('bestmove 0000');
    } finally {
      this.#endTimer();
    }
  }

  #report({ depth, nodes, lines }: SearchInfo, milliseconds: number): void {
    const nps = Math.round(nodes / Math.max(0.001, milliseconds / 1_000));
    for (const [index, line] of lines.entries()) {
      const multi = this.#lines > 1 ? ` multipv ${index + 1}` : '';
      const { score, pv } = words(line);
      const time = Math.round(milliseconds);
      this.#options.print(
        `info depth ${depth}${multi} score ${score} nodes ${nodes} nps ${nps} time ${time} pv ${pv}`,
      );
    }
  }
}

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max;
}

function words({ score, pv }: EngineLine): { score: string; pv: string } {
  return { score: formatScore(score), pv: pv.map(formatSquareMove).join(' ') };
}

function formatScore(score: Score): string {
  return score.kind === 'cp' ? `cp ${score.value}` : `win ${score.plies}`;
}

/** Parses `nodes N`, `depth N`, `movetime MS`, `infinite`; a bare `go` means `go infinite`. */
function readLimits(words: readonly string[]): GoLimits {
  const limits: Record<string, number> = {};
  for (const name of ['nodes', 'depth', 'movetime'] as const) {
    const value = Number(words[words.indexOf(name) + 1]);
    if (words.includes(name) && Number.isSafeInteger(value) && value > 0) limits[name] = value;
  }
  return limits;
}
