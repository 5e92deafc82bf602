/** The files of mined puzzles: parts of puzzles and of games, and the games that each seed has had. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPuzzle, type Puzzle, parsePuzzle } from '@doushouqi/puzzles';
import { parseFen } from '@doushouqi/rules';
import { type Draft, hashOf, keyOf } from './mine-game.ts';

export const FOLDER = join(import.meta.dirname, '../../../../packages/puzzles/data');
/** Lines of a file. */
const OF_A_FILE = 500;
const ID_LENGTH = 5;
const SEEDS = 'seeds.txt';

export class Store {
  readonly #folder: string;
  readonly #keys = new Set<string>();
  readonly #ids = new Set<string>();
  readonly #games = new Set<string>();
  /** Games that have been searched, by seed. */
  readonly #seeds = new Map<number, number>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const line of this.#linesOf('puzzles')) {
      const puzzle = parsePuzzle(line);
      if (!puzzle.ok) throw new Error(`${puzzle.error}: ${line}`);
      this.#ids.add(puzzle.value.id);
      this.#keys.add(keyOfFen(puzzle.value.fen));
    }
    for (const line of this.#linesOf('games')) this.#games.add(line.split('\t')[0]!);
    const file = join(folder, SEEDS);
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const [seed, games] = line.split('\t').map(Number);
      this.#seeds.set(seed!, games!);
    }
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Returns the number of the next game of a seed. */
  nextGame(seed: number): number {
    return this.#seeds.get(seed) ?? 0;
  }

  /** Adds the puzzles of a game, but none whose position is there already. Returns those added. */
  add(seed: number, number: number, drafts: readonly Draft[]): Puzzle[] {
    const added: Puzzle[] = [];
    for (const { record, ply, shares: _, found: __, ...draft } of drafts) {
      const key = keyOfFen(draft.fen);
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
      const game = this.#game(record);
      const puzzle = { id: freeId(draft.fen, this.#ids), ...draft, game: { id: game, ply } };
      this.#append('puzzles', this.#ids.size, formatPuzzle(puzzle));
      this.#ids.add(puzzle.id);
      added.push(puzzle);
    }
    this.#seeds.set(seed, number + 1);
    const seeds = [...this.#seeds].sort(([a], [b]) => a - b);
    writeFileSync(join(this.#folder, SEEDS), seeds.map((row) => `${row.join('\t')}\n`).join(''));
    return added;
  }

  #game(record: string): string {
    const id = freeId(record, this.#games);
    this.#append('games', this.#games.size, `${id}\t${record}`);
    this.#games.add(id);
    return id;
  }

  #append(name: 'puzzles' | 'games', count: number, line: string): void {
    appendFileSync(join(this.#folder, `${name}-${Math.floor(count / OF_A_FILE) + 1}.txt`), `${line}\n`);
  }

  #linesOf(name: 'puzzles' | 'games'): string[] {
    return readdirSync(this.#folder)
      .filter((file) => file.startsWith(`${name}-`))
      .flatMap((file) => readFileSync(join(this.#folder, file), 'utf8').split('\n').filter(Boolean));
  }
}

function keyOfFen(fen: string): string {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return keyOf(position.value);
}

/** Returns an id of five characters from a text that is not in use. */
function freeId(text: string, used: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const hash = hashOf(text, attempt) % 36 ** ID_LENGTH;
    const id = hash.toString(36).padStart(ID_LENGTH, '0');
    if (!used.has(id)) return id;
  }
}
