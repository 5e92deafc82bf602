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

/** Rule set and start of a game. */
interface Beginning {
  ruleSet?: RuleSetName | undefined;
  /** FEN-like string of a set-up start; absent for the normal start. */
  start?: string | null | undefined;
}

/** A stored game: record string, rule set and start. */
export interface KeptGame extends Beginning {
  record: string;
}

/** A stated game: record string or moves, and the end. */
export interface StatedGame extends Beginning {
  moves: string | readonly Move[];
  winner: Winner | null;
  endReason: EndReason;
}

/** Returns null if the start is invalid. */
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

/** Replays a record. Returns null if the record or its start is invalid. */
export function replay({ record, ...beginning }: KeptGame): Game | null {
  const options = optionsOf(beginning);
  return options && playRecord(record, options);
}

/** Replays a stated game. Returns null if a move is illegal, the end differs or there are no moves. */
export function replayStated({ moves, winner, endReason, ...beginning }: StatedGame): Game | null {
  const options = optionsOf(beginning);
  if (options === null) return null;
  const played = typeof moves === 'string' ? playRecord(moves, options) : playMoves(moves, options);
  const game = played && withResult(played, winner, endReason);
  if (game === null || plyCount(game) === 0) return null;
  return game.outcome.winner === winner && game.outcome.endReason === endReason ? game : null;
}

/** Presents the moves of a game. `startTime` in epoch ms, `moveTimes` in ms since then. */
export function recordedMoves(game: Game, startTime: number, moveTimes: readonly number[]): RecordedMove[] {
  return gameMoves(game).map(({ from, to, piece, capturedPiece, side }, index) => {
    const time = moveTimes[index];
    if (time === undefined) throw new Error('a move without its time');
    return { from, to, piece, capturedPiece, player: toWireSide(side), timestamp: startTime + time };
  });
}
