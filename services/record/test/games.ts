import { type FinishedGame, toWireWinner } from '@doushouqi/protocol';
import { decide, gameToArchive, type Room, type RoomCommand } from '@doushouqi/room';
import {
  endGame,
  formatRecord,
  type Game,
  legalGameMoves,
  newGame,
  ONLINE_RULE_SET,
  outcome,
  type Position,
  parseFen,
  pieceAt,
  play,
  plyCount,
  positionOf,
  type ReplayOptions,
  ruleSetOf,
  type Winner,
} from '@doushouqi/rules';

const START = 1_700_000_000_000;
const MOVE_MS = 4_000;

/** Plays a game of this length without captures, den entries or repetition rules. */
export function playPeacefully(plies: number): Game {
  let game = newGame('local-1');
  while (plyCount(game) < plies) {
    const quiet = legalGameMoves(game).find(
      ({ to }) => pieceAt(positionOf(game), to) === null && !(to.x === 3 && to.y % 8 === 0),
    );
    const played = quiet && play(game, quiet);
    if (!played?.ok) throw new Error('no quiet move');
    game = played.value;
  }
  return game;
}

/** Plays a game of at most `plies` pseudo-random legal moves. */
export function playMoves(
  seed: number,
  plies: number,
  { ruleSet = ONLINE_RULE_SET, start }: ReplayOptions = {},
) {
  let game = newGame(ruleSet, start);
  let state = seed;
  while (plyCount(game) < plies && outcome(game).winner === null) {
    state = (state * 48_271) % 2_147_483_647;
    const moves = legalGameMoves(game);
    const played = play(game, moves[state % moves.length]!);
    if (!played.ok) throw new Error('a legal move was refused');
    game = played.value;
  }
  return game;
}

/** Plays like `playMoves`. Red surrenders if the game is not over by then. */
function playOut(seed: number, plies: number, start?: Position): Game {
  const game = playMoves(seed, plies, start && { start });
  return outcome(game).winner === null ? endGame(game, 'blue', 'SURRENDER') : game;
}

/** A finished game between two users, as the room service sends it. `n` determines its id and its time. */
export function finishedGame(
  n: number,
  players: [string, string],
  changes: Partial<FinishedGame> = {},
): FinishedGame {
  return delivered(n, players, playOut(n + 1, 40 + n), changes);
}

/** A short game that one side won by the other's surrender, or that was drawn. */
export function gameWonBy(winner: Winner, n: number, players: [string, string]): FinishedGame {
  const game = playMoves(n + 1, 6);
  const ended = winner === 'draw' ? endGame(game, winner, 'DRAW_AGREED') : endGame(game, winner, 'SURRENDER');
  return delivered(n, players, ended, {});
}

/** A finished game from a set-up position, given as FEN. */
export function setUpGame(n: number, players: [string, string], start: string): FinishedGame {
  const position = parseFen(start);
  if (!position.ok) throw new Error('no position');
  return delivered(n, players, playOut(n + 1, 30, position.value), { start });
}

/** A game that both players ended after three moves by agreeing to a reset, as the room produces it. */
export function brokenOffGame(n: number, [red, blue]: [string, string]): FinishedGame {
  const startTime = START + n * 3_600_000;
  const rooms: (Room | null)[] = [null];
  const send = (command: RoomCommand, now: number): void => {
    const decided = decide(rooms.at(-1) ?? null, 'A-1', command, now);
    if (!decided.ok) throw new Error(decided.error);
    rooms.push(decided.value.room);
  };
  for (const userId of [red, blue]) send({ type: 'join', userId, newGameId: `game-${n}` }, startTime);
  for (let ply = 0; ply < 3; ply += 1) {
    const [move] = legalGameMoves(rooms.at(-1)!.game);
    const side = ply % 2 === 0 ? 'red' : 'blue';
    const userId = side === 'red' ? red : blue;
    send({ type: 'move', userId, side, from: move!.from, to: move!.to }, startTime + (ply + 1) * MOVE_MS);
  }
  send({ type: 'offer', userId: blue, kind: 'reset' }, startTime + 60_000);
  const yes = { kind: 'reset', accept: true, newGameId: `game-${n}-reset` } as const;
  send({ type: 'answer', userId: red, ...yes }, startTime + 61_000);
  const game = gameToArchive(rooms.at(-2)!, rooms.at(-1)!);
  if (game === null) throw new Error('nothing to archive');
  return game;
}

/** A game as the room service sends it. */
function delivered(
  n: number,
  players: [string, string],
  game: Game,
  changes: Partial<FinishedGame>,
): FinishedGame {
  const { winner, endReason } = outcome(game);
  const startTime = START + n * 3_600_000;
  const moveTimes = Array.from({ length: plyCount(game) }, (_, ply) => (ply + 1) * MOVE_MS);
  return {
    gameId: `game-${n}`,
    roomId: 'A-1',
    players,
    ruleSet: ruleSetOf(game),
    record: formatRecord(game),
    winner: toWireWinner(winner),
    endReason,
    timeControl: { initial: 5, increment: 3 },
    startTime,
    endTime: startTime + (moveTimes.at(-1) ?? 0),
    moveTimes,
    kind: 'casual',
    lags: [],
    focusLosses: { player1: 0, player2: 0 },
    ...changes,
  };
}
