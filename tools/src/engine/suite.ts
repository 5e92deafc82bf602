/**
 * `npm run suite:engine`: level 5 on the tactical suite (suite.json), with result, depth and time. Fails if it misses a
 * position.
 */
import { readFile } from 'node:fs/promises';
import { formatSquareMove } from '@doushouqi/engine';
import { type Core, levelOf, limitsOfLevel, wantsTables } from '@doushouqi/engine/laboratory';
import { coreWith } from './players.ts';
import { gameOf, type Puzzle } from './puzzle.ts';

interface Attempt {
  readonly move: string;
  readonly depth: number;
  /** Nodes and ms until the move stayed first, and totals. */
  readonly foundNodes: number;
  readonly foundMs: number;
  readonly nodes: number;
  readonly ms: number;
}

/** Searches a puzzle with level 5. */
function attempt(core: Core, { fen }: Puzzle): Attempt {
  const game = gameOf(fen);
  const began = performance.now();
  core.begin(game, { ...limitsOfLevel(levelOf(5)), tables: wantsTables(game) });
  let found = { move: '', nodes: 0, ms: 0 };
  for (;;) {
    const progress = core.step(1 << 16);
    const { depth, nodes, lines } = core.info();
    const ms = performance.now() - began;
    const move = lines[0] === undefined ? '' : formatSquareMove(lines[0].move);
    if (move !== found.move) found = { move, nodes, ms };
    if (progress === 'done') return { move, depth, nodes, ms, foundNodes: found.nodes, foundMs: found.ms };
  }
}

function span(count: number, time: number): string {
  return `${count.toString().padStart(8)} ${time.toFixed(0).padStart(5)} ms`;
}

const puzzles: Puzzle[] = JSON.parse(await readFile(new URL('./suite.json', import.meta.url), 'utf8'));
const core = await coreWith(new Map());
let solved = 0;
console.log('kind      wins in  move  found after        searched           depth  position');
for (const puzzle of puzzles) {
  const { move, depth, nodes, ms, foundNodes, foundMs } = attempt(core, puzzle);
  const right = move === puzzle.move;
  if (right) solved++;
  const columns = [
    puzzle.kind.padEnd(8),
    String(puzzle.win ?? '–').padStart(8),
    ` ${puzzle.move}`,
    span(foundNodes, foundMs),
    span(nodes, ms),
    String(depth).padStart(7),
    ` ${puzzle.fen}${right ? '' : `  PLAYED ${move}`}`,
  ];
  console.log(columns.join(' '));
}
console.log(`${solved} of ${puzzles.length} solved`);
process.exitCode = solved === puzzles.length ? 0 : 1;
