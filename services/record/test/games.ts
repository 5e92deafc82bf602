import type { FinishedGame } from '@doushouqi/protocol';
import {
  endGame,
  formatRecord,
  type Game,
  legalGameMoves,
  newGame,
  ONLINE_RULE_SET,
  outcome,
  play,
  plyCount,
  ruleSetOf,
} from '@doushouqi/rules';

const START = 1_700_000_000_000;
const MOVE_MS = 4_000;

/** A game of at most `plies` pseudo-random legal moves; red gives up where it is not over by then. */
function playOut(seed: number, plies: number): Game {
  let game = newGame(ONLINE_RULE_SET);
  let state = seed;
  while (plyCount(game) < plies && outcome(game).winner === -1) {
    state = (state * 48_271) % 2_147_483_647;
    const moves = legalGameMoves(game);
    const played = play(game, moves[state % moves.length]!);
    if (!played.ok) throw new Error('a legal move was refused');
    game = played.value;
  }
  return outcome(game).winner === -1 ? endGame(game, 2, 'SURRENDER') : game;
}

/** A finished game between two users, as the room service hands it over. `n` names it and orders it in time. */
export function finishedGame(
  n: number,
  players: [string, string],
  changes: Partial<FinishedGame> = {},
): FinishedGame {
  const game = playOut(n + 1, 40 + n);
  const { winner, endReason } = outcome(game);
  const startTime = START + n * 3_600_000;
  const moveTimes = Array.from({ length: plyCount(game) }, (_, ply) => (ply + 1) * MOVE_MS);
  return {
    gameId: `game-${n}`,
    roomId: 'A-1',
    players,
    ruleSet: ruleSetOf(game),
    record: formatRecord(game),
    winner,
    endReason,
    timeControl: { initial: 5, increment: 3 },
    startTime,
    endTime: startTime + (moveTimes.at(-1) ?? 0),
    moveTimes,
    ...changes,
  };
}
