/** Checks all levels of the endgame school and prints a table. */
import { CHAPTERS, LEVELS, LEVELS_OF_CHAPTER, type Level, movesOf } from '@doushouqi/endgames';
import { parseFen, pieces } from '@doushouqi/rules';
import type { Man } from './board.ts';
import { type Checked, LevelCheck, menOf, Proofs } from './check-level.ts';

const LETTERS = 'RCDWJTLE';

function nameOf(men: readonly Man[]): string {
  const of = (side: string): string =>
    men
      .filter((man) => man.side === side)
      .map(({ type }) => LETTERS[type - 1])
      .join('');
  return `${of('red')}/${of('blue').toLowerCase()}`;
}

/** A position and its mirror image, left to right, have the same key. */
function keyOf({ fen }: Level): string {
  const position = parseFen(fen);
  if (!position.ok) return fen;
  const key = (turn: (x: number) => number): string =>
    pieces(position.value)
      .map(({ type, side, position: { x, y } }) => `${side}${type}${turn(x)}${y}`)
      .sort()
      .join();
  return [key((x) => x), key((x) => 6 - x)].sort()[0]!;
}

/** Returns what is wrong with the levels as a whole. */
function faultsOfAll(): string[] {
  const faults = CHAPTERS.flatMap((chapter) => {
    const own = LEVELS.filter((level) => level.chapter === chapter);
    const isRising = own.every((level, at) => at === 0 || level.shortest >= own[at - 1]!.shortest);
    return [
      ...(own.length === LEVELS_OF_CHAPTER ? [] : [`${chapter}: ${own.length} levels`]),
      ...(isRising ? [] : [`${chapter}: a level is shorter than the one before`]),
    ];
  });
  if (new Set(LEVELS.map(keyOf)).size < LEVELS.length) faults.push('two levels are alike');
  return faults;
}

/** Checks every level. `log` gets the lines of the table. Returns whether all are right. */
export function checkEndgames(log: (line: string) => void): boolean {
  const byMaterial = Map.groupBy(LEVELS, (level) => nameOf(menOf(level)));
  const checked = new Map<Level, Checked>();
  for (const levels of byMaterial.values()) {
    const proofs = new Proofs(menOf(levels[0]!));
    for (const level of levels) checked.set(level, new LevelCheck(level, proofs).run());
  }
  for (const level of LEVELS) log(rowOf(checked.get(level)!));
  const all = [...checked.values()];
  const faults = [...all.flatMap((one) => one.faults), ...faultsOfAll()];
  for (const fault of faultsOfAll()) log(fault);
  log(`${all.length} levels of ${byMaterial.size} materials, ${faults.length} wrong`);
  return faults.length === 0;
}

function rowOf({ level, positions, faults }: Checked): string {
  const columns = [
    level.id.padEnd(12),
    nameOf(menOf(level)).padEnd(8),
    level.goal.padEnd(5),
    `${movesOf(level)} moves`.padStart(8),
    `${positions} positions`.padStart(13),
    faults.length === 0 ? 'ok' : faults.slice(0, 3).join('; '),
  ];
  return columns.join(' ');
}
