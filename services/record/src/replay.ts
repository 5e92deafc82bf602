import { type RecordedMove, toWireSide } from '@doushouqi/protocol';
import {
  type EndReason,
  type Game,
  gameMoves,
  type Move,
  newGame,
  parseFen,
  parseRecord,
  play,
  plyCount,
  type ReplayOptions,
  type RuleSetName,
  type Winner,
  withResult,
} from '@doushouqi/rules';

/** By which rules a game is replayed, and from where. */
interface Beginning {
  ruleSet?: RuleSetName | undefined;
  /** FEN-like string of a set-up position; absent for the usual start. */
  start?: string | null | undefined;
}

/** How a game is kept: its record string, and how it began. */
export interface KeptGame extends Beginning {
  record: string;
}

/** A game as somebody says that it was: record string or moves, and how it ended. */
export interface StatedGame extends Beginning {
  moves: string | readonly Move[];
  winner: Winner | null;
  endReason: EndReason;
}

/** Null when the start is none. */
function optionsOf({ ruleSet, start }: Beginning): ReplayOptions | null {
  const position = typeof start === 'string' ? parseFen(start) : undefined;
  if (position?.ok === false) return null;
  return { ...(ruleSet && { ruleSet }), ...(position && { start: position.value }) };
}

function playRecord(record: string, options: ReplayOptions): Game | null {
  const parsed = parseRecord(record, options);
  return parsed.ok ? parsed.value : null;
}

function playMoves(moves: readonly Move[], { ruleSet, start }: ReplayOptions): Game | null {
  let game = newGame(ruleSet, start);
  for (const move of moves) {
    const played = play(game, move);
    if (!played.ok) return null;
    game = played.value;
  }
  return game;
}

/** The game of a record; null when the record or its start is none. */
export function replay({ record, ...beginning }: KeptGame): Game | null {
  const options = optionsOf(beginning);
  return options && playRecord(record, options);
}

/**
 * The game that was stated; null when its moves cannot be played from its start by its rules, do not end as is said, or
 * when there are none.
 */
export function replayStated({ moves, winner, endReason, ...beginning }: StatedGame): Game | null {
  const options = optionsOf(beginning);
  if (options === null) return null;
  const played = typeof moves === 'string' ? playRecord(moves, options) : playMoves(moves, options);
  const game = played && withResult(played, winner, endReason);
  if (game === null || plyCount(game) === 0) return null;
  return game.outcome.winner === winner && game.outcome.endReason === endReason ? game : null;
}

/** The moves of a game in the spec's shape. `startTime` in epoch ms, `moveTimes` in ms since then. */
export function recordedMoves(game: Game, startTime: number, moveTimes: readonly number[]): RecordedMove[] {
  return gameMoves(game).map(({ from, to, piece, capturedPiece, side }, index) => {
    const time = moveTimes[index];
    if (time === undefined) throw new Error('a move without its time');
    return { from, to, piece, capturedPiece, player: toWireSide(side), timestamp: startTime + time };
  });
}
