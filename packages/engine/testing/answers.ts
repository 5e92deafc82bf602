/** Results of an engine for fixed positions, as text: identical on every platform. */
import { type Game, newGame, parseFen, play } from '@doushouqi/rules';
import type { Engine, Level, SearchInfo } from '../src/index.ts';
import { formatSquareMove } from '../src/squares.ts';

const PLIES = 14;
const NODES = 20_000;
const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];
/** Middle games, and endgames that use the tables. */
const POSITIONS = [
  '1d2c1t/4we1/2lj3/7/7/6J/1r3R1/E1W4/T1C2DL b',
  'l5t/3c1d1/r1j1w1e/7/7/7/E1W1J1R/1D3C1/T5L b',
  '7/2l4/7/6r/7/R6/4T2/3C3/7 w',
  '4l2/7/7/E6/7/7/2r4/5d1/4T2 b',
  '7/7/3w3/C6/7/R6/7/7/7 w',
  't6/7/7/C6/7/7/7/7/6E w',
];

/** Returns one line per result: a game of the engine against itself, positions, and the first move of each level. */
export async function answers(engine: Engine): Promise<string> {
  const lines: string[] = [];
  let game = newGame();
  for (let ply = 0; ply < PLIES; ply++) {
    const info = await engine.analyze(game, { nodes: NODES, lines: ([1, 2, 3] as const)[ply % 3]! });
    lines.push(textOf(info));
    const next = play(game, info.lines[0]!.move);
    if (!next.ok) throw new Error(next.error);
    game = next.value;
  }
  for (const fen of POSITIONS) {
    lines.push(`${fen}: ${textOf(await engine.analyze(gameOf(fen), { nodes: 2 * NODES }))}`);
  }
  for (const level of LEVELS)
    lines.push(`level ${level}: ${textOf(await engine.choose(game, level, 7 * level))}`);
  return `${lines.join('\n')}\n`;
}

function gameOf(fen: string): Game {
  const position = parseFen(fen);
  if (!position.ok) throw new Error(`${fen}: ${position.error.code}`);
  return newGame(undefined, position.value);
}

function textOf({ depth, nodes, lines }: SearchInfo): string {
  const texts = lines.map(({ score, pv }) => {
    const worth = score.kind === 'win' ? `win ${score.plies}` : `cp ${score.value}`;
    return `${worth} ${pv.map(formatSquareMove).join(' ')}`;
  });
  return `depth ${depth}, ${nodes} nodes: ${texts.join(' | ')}`;
}
