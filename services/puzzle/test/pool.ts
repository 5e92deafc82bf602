import type { Puzzle } from '@doushouqi/puzzles';
import { parsePuzzle } from '@doushouqi/puzzles';
import { formatStepText } from '@doushouqi/rules';

/** Letters of the pieces; the blue one is far away. */
const LETTERS = [...'CDWJTLE'];
/** Files of the blue piece, which moves between two rows and is too far away to defend. */
const FILES = [0, 1, 5, 6];
/** A record of twenty plies. */
const RECORD = '001090416261618321347311357441426312436451758450608710437251427101';

/** Ratings of the pool: from 800 to 2,200. */
function ratingOf(n: number, count: number): number {
  return 800 + Math.round((1_400 * n) / Math.max(1, count - 1));
}

function row(cells: Record<number, string>): string {
  let [text, empty] = ['', 0];
  for (let x = 0; x < 7; x += 1) {
    const piece = cells[x];
    if (piece === undefined) empty += 1;
    else [text, empty] = [`${text}${empty || ''}${piece}`, 0];
  }
  return text + (empty || '');
}

/**
 * Puzzle `n`: red enters the den in two moves, through the trap below it. A third of the puzzles has one move, from the trap.
 * The motifs are `den` and, for every fourth, `trap`.
 */
function puzzleOf(n: number, count: number): Puzzle {
  const red = LETTERS[n % 7]!;
  const blue = LETTERS[Math.floor(n / 7) % 7]!.toLowerCase();
  const file = FILES[Math.floor(n / 49) % 4]!;
  const isShort = n % 3 === 2;
  const rows = Array.from({ length: 9 }, () => '7');
  rows[isShort ? 1 : 2] = row({ 3: red });
  rows[8] = row({ [file]: blue });
  const line = isShort ? '3130' : `3231${file}8${file}73130`;
  const motifs = n % 4 === 0 ? 'den,trap' : 'den';
  const id = `p${n.toString(36).padStart(4, '0')}`;
  const plies = isShort ? 1 : 3;
  const rating = ratingOf(n, count);
  const text = [id, `${rows.join('/')} w`, `${file}7${file}8`, line, plies, rating, motifs, 'g1:8'];
  const parsed = parsePuzzle(text.join('\t'));
  if (!parsed.ok) throw new Error(text.join('\t'));
  return parsed.value;
}

/** Returns a pool of up to 196 puzzles of rising ratings, all of one game. */
export function poolOf(count: number) {
  return {
    puzzles: Array.from({ length: count }, (_, n) => puzzleOf(n, count)),
    games: new Map([['g1', RECORD]]),
  };
}

/** Returns the solver's moves of the `n`th puzzle as `x,y-x,y`, and a legal wrong one for the first. */
export function movesOf({ line }: Puzzle): { right: string[]; wrong: string } {
  const right = line.filter((_, ply) => ply % 2 === 0).map(formatStepText);
  const { from } = line[0]!;
  return { right, wrong: `${from.x},${from.y}-${from.x},${from.y + 1}` };
}
