/** Plays games and hands back the positions of which only one move is good. */
import { parentPort, workerData } from 'node:worker_threads';
import { type EngineLine, formatSquareMove } from '@doushouqi/engine';
import { randomFrom } from '@doushouqi/engine/laboratory';
import {
  formatFen,
  type Game,
  legalGameMoves,
  type Move,
  newGame,
  opponent,
  outcome,
  type PieceType,
  placePiece,
  play,
  plyCount,
  positionFromSetup,
  type Setup,
} from '@doushouqi/rules';
import { opening } from './game.ts';
import { coreWith, searched } from './players.ts';
import { provesOnlyWin } from './prove.ts';
import { kindOf, type Puzzle, type PuzzleProof } from './puzzle.ts';

const { nodes, seed } = workerData as { nodes: number; seed: number };
const core = await coreWith(new Map());

/** What the players of the games look at, and what is seen at first sight. */
const PLAYED_NODES = 600;
/** How often they blunder, so that there is something to find. */
const BLUNDERS = 0.1;
const GLANCE_NODES = 60;
/** Looks that say whether a long one is worth while. */
const LOOKS = [10_000, 150_000] as const;
const MOST_PLIES = 200;
/** Tried for each index that is for endings. */
const ENDINGS = 6_000;
/** Points by which the best move is better where nothing wins by force, at the short looks and at the long one. */
const [LIKELY, CLEAR] = [300, 350];
/** A position in which another move is as good as this is won anyhow. */
const WON = 900;
/** Shorter wins are no ending for the suite. */
const SHORT = 9;
/** Longest wins whose proof is tried. */
const PROVABLE = 9;

/** The line of the only good move, or null. */
function onlyLine(game: Game, limit: number, clear: number): EngineLine | null {
  const { lines } = searched(core, game, { nodes: limit, lines: 2 });
  const [best, next] = lines;
  if (best === undefined || next === undefined) return null;
  const [value, other] = [pointsOf(best), pointsOf(next)];
  if (best.score.kind === 'win') return best.score.plies > 3 && other < WON ? best : null;
  return value > 0 && value - other > clear ? best : null;
}

function pointsOf({ score }: EngineLine): number {
  return score.kind === 'cp' ? score.value : Math.sign(score.plies) * 10_000;
}

function puzzleAt(game: Game): Puzzle | null {
  const glance = searched(core, game, { nodes: GLANCE_NODES, lines: 1 }).lines[0]!;
  let line: EngineLine | null = null;
  for (const limit of LOOKS) {
    line = onlyLine(game, limit, LIKELY);
    if (line === null || isSame(line.move, glance.move)) return null;
  }
  if (line === null) return null;
  return line.score.kind === 'win' ? proved(game, line, line.score.plies) : searchedLong(game, line);
}

/** A short win, proved by a search of everything; null when that cannot be. */
function proved(game: Game, line: EngineLine, plies: number): Puzzle | null {
  const isProved = plies <= PROVABLE && provesOnlyWin(game.position, line.move, plies);
  return isProved ? puzzleOf(game, line, 'everything') : null;
}

/** What a search of fifty times the nodes of level 5 thinks so, too. */
function searchedLong(game: Game, { move }: EngineLine): Puzzle | null {
  const line = onlyLine(game, nodes, CLEAR);
  return line !== null && isSame(line.move, move) ? puzzleOf(game, line, 'search') : null;
}

function puzzleOf({ position }: Game, line: EngineLine, proof: PuzzleProof): Puzzle {
  const win = line.score.kind === 'win' ? line.score.plies : null;
  const kind = kindOf(position, line);
  return { kind, fen: formatFen(position), move: formatSquareMove(line.move), win, proof };
}

function isSame(one: Move, other: Move): boolean {
  return formatSquareMove(one) === formatSquareMove(other);
}

function mine(index: number): Puzzle[] {
  const random = randomFrom(seed + index);
  let game = opening(seed + index, 8);
  const found: Puzzle[] = [];
  while (outcome(game).winner === -1 && plyCount(game) < MOST_PLIES) {
    // A position of the suite has no history, and stands alone.
    const puzzle = random() < 0.5 ? puzzleAt(alone(game)) : null;
    if (puzzle !== null) found.push(puzzle);
    const next = play(game, random() < BLUNDERS ? anyMove(game, random) : playedMove(game));
    if (!next.ok) throw new Error(next.error);
    game = next.value;
  }
  return found;
}

function playedMove(game: Game): Move {
  return searched(core, game, { nodes: PLAYED_NODES, lines: 1 }).lines[0]!.move;
}

function anyMove(game: Game, random: () => number): Move {
  const moves = legalGameMoves(game);
  return moves[Math.floor(random() * moves.length)]!;
}

function alone(game: Game): Game {
  const { position, ruleSet } = game;
  return newGame(ruleSet, position);
}

/** Endings that no game need have led to: three pieces, anywhere. */
function mineEndings(index: number): Puzzle[] {
  const random = randomFrom(seed + index);
  const games = Array.from({ length: ENDINGS }, () => anyEnding(random));
  return games.flatMap((game) => (game === null || outcome(game).winner !== -1 ? [] : endingAt(game)));
}

/** Won by one move alone, as the tables say, and by another one at first sight without them. */
function endingAt(game: Game): Puzzle[] {
  const score = core.probe(game);
  if (score?.kind !== 'win' || score.plies < SHORT) return [];
  const winning = legalGameMoves(game).filter((move) => winsInTables(game, move));
  core.begin(game, { nodes: GLANCE_NODES, lines: 1, tables: false });
  while (core.step(GLANCE_NODES) !== 'done');
  const [glance, move] = [core.info().lines[0]!.move, winning[0]!].map(formatSquareMove) as [string, string];
  if (winning.length !== 1 || glance === move) return [];
  return [{ kind: 'ending', fen: formatFen(game.position), move, win: score.plies, proof: 'tables' }];
}

function winsInTables(game: Game, move: Move): boolean {
  const next = play(game, move);
  if (!next.ok || outcome(next.value).winner !== -1) return next.ok;
  const score = core.probe(next.value);
  return score?.kind === 'win' && score.plies < 0;
}

function anyEnding(random: () => number): Game | null {
  let setup: Setup = { pieces: [], turn: 1 };
  for (const player of [1, 1, 2] as const) {
    const type = (1 + Math.floor(random() * 8)) as PieceType;
    const position = { x: Math.floor(random() * 7), y: Math.floor(random() * 9) };
    const placed = placePiece(setup, { type, player: random() < 0.5 ? player : opponent(player), position });
    if (!placed.ok) return null;
    setup = placed.value;
  }
  const position = positionFromSetup(setup);
  return position.ok && setup.pieces.length === 3 ? newGame(undefined, position.value) : null;
}

parentPort?.on('message', (index: number | null) => {
  if (index === null) parentPort?.close();
  else parentPort?.postMessage(index % 20 === 0 ? mineEndings(index) : mine(index));
});
