/**
 * `npm run bench:rules`: perft and legality-check rates, each as a ratio to the plain object-based generator, and the
 * heap size of a long game.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  checkMove,
  type Game,
  gameMoves,
  gamePositions,
  lastMove,
  legalGameMoves,
  legalMoves,
  type Move,
  newGame,
  ONLINE_RULE_SET,
  perft,
  pieces,
  play,
  plyCount,
  positionOf,
  startPosition,
  turn,
} from '@doushouqi/rules';
import { type PlainBoard, plainCheck, plainKey, plainPerft } from '@doushouqi/rules/testing';

const PERFT_DEPTH = 5;
const PLAIN_PERFT_DEPTH = 4;
const GAME_PLIES = 200;
const LIMIT_MICROSECONDS = 100;
const MEASURE_MILLISECONDS = 1000;

/** Runs `work` for about 1 s after a warm-up; returns its units (as it reports) per second. */
function rate(work: () => number): number {
  const warm = performance.now();
  while (performance.now() - warm < MEASURE_MILLISECONDS / 4) work();
  const begin = performance.now();
  let units = 0;
  while (performance.now() - begin < MEASURE_MILLISECONDS) units += work();
  return (units * 1000) / (performance.now() - begin);
}

/** Returns the mean duration of `work`, µs. */
function microseconds(work: () => unknown): number {
  const calls = 20_000;
  const begin = performance.now();
  for (let call = 0; call < calls; call++) work();
  return ((performance.now() - begin) * 1000) / calls;
}

/** Returns a game of 200 half-moves without a capture, the worst case for repetition, the same in every run. */
function longGame(seed: number): Game {
  let game = newGame(ONLINE_RULE_SET);
  let state = seed;
  while (plyCount(game) < GAME_PLIES) {
    const moves = legalGameMoves(game).filter((move) => staysQuiet(game, move));
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const move = moves[(state >> 8) % moves.length];
    const played = move ? play(game, move) : null;
    if (!played?.ok) throw new Error(`no quiet move at half-move ${plyCount(game)}`);
    game = played.value;
  }
  return game;
}

function staysQuiet(game: Game, move: Move): boolean {
  const played = play(game, move);
  if (!played.ok || lastMove(played.value)?.capturedPiece) return false;
  return played.value.outcome.winner === null;
}

function row(name: string, ours: number, plain: number, unit: string): void {
  const format = (value: number): string => Math.round(value).toLocaleString('en-US').padStart(12);
  console.log(
    `${name.padEnd(34)}${format(ours)}  plain${format(plain)} ${unit}   ${(ours / plain).toFixed(1)}x`,
  );
}

function benchPerft(): void {
  const start: PlainBoard = { pieces: pieces(startPosition()), turn: turn(startPosition()) };
  const ours = rate(() => perft(startPosition(), PERFT_DEPTH));
  row(
    `perft ${PERFT_DEPTH} (plain: ${PLAIN_PERFT_DEPTH})`,
    ours,
    rate(() => plainPerft(start, PLAIN_PERFT_DEPTH)),
    'nodes/s',
  );
}

function benchChecks(game: Game): void {
  const moves = legalMoves(positionOf(game));
  const boards = gamePositions(game).map((position) => ({ pieces: pieces(position), turn: turn(position) }));
  const keys = boards.map(plainKey);
  const last = lastMove(game)?.piece ?? null;
  const checks = (check: (move: Move) => unknown) => (): number => {
    for (const move of moves) check(move);
    return moves.length;
  };
  const plain = rate(checks((move) => plainCheck(boards, keys, last, move)));
  const check = rate(checks((move) => checkMove(game, move)));
  const playing = rate(checks((move) => play(game, move)));
  row(`legality check, ${GAME_PLIES}-ply game`, check, plain, 'checks/s');
  row(`check and play, ${GAME_PLIES}-ply game`, playing, plain, 'checks/s');
  const worst = Math.max(...moves.map((move) => microseconds(() => checkMove(game, move))));
  const mean = 1e6 / playing;
  console.log(
    `slowest check ${worst.toFixed(2)} µs, mean check and play ${mean.toFixed(2)} µs ` +
      `(limit ${LIMIT_MICROSECONDS} µs: ${Math.max(worst, mean) < LIMIT_MICROSECONDS ? 'retained' : 'BROKEN'})`,
  );
  if (Math.max(worst, mean) >= LIMIT_MICROSECONDS) process.exitCode = 1;
}

function benchHeap(game: Game): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const moves = gameMoves(game);
  const replay = (): Game =>
    moves.reduce((played, move) => {
      const next = play(played, move);
      if (!next.ok) throw new Error(next.error);
      return next.value;
    }, newGame(ONLINE_RULE_SET));
  collect();
  const before = process.memoryUsage().heapUsed;
  const retained = Array.from({ length: 500 }, replay);
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / retained.length;
  console.log(`heap of one ${GAME_PLIES}-ply game: ${Math.round(bytes).toLocaleString('en-US')} bytes`);
}

const game = longGame(1);
benchPerft();
benchChecks(game);
benchHeap(game);
