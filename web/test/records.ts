import { type GameRecord, type RecordPlayer, toWireSide, toWireWinner } from '@doushouqi/protocol';
import { BLUE, gameOf, OPENING, RED } from '@doushouqi/room-client/testing';
import {
  DEFAULT_RULE_SET,
  type EndReason,
  formatRecord,
  type Game,
  gameMoves,
  ONLINE_RULE_SET,
  parseRecord,
  type Winner,
} from '@doushouqi/rules';

/** Records of the history for tests. */

const NO_USERS = null;
const START = new Date(2026, 10, 19, 21, 30).getTime();
/** Milliseconds between two moves. */
const PACE = 3_500;

export function playerOf(_id: string | null, nickname: string, avatar: string): RecordPlayer {
  return { _id, nickname, avatar };
}

/** Returns the moves of a game in a record's form. */
export function movesOf(game: Game, startTime: number): GameRecord['notation']['moves'] {
  return gameMoves(game).map(({ side, ...move }, ply) => ({
    ...move,
    player: toWireSide(side),
    timestamp: startTime + (ply + 1) * PACE,
  }));
}

interface RecordOptions {
  id?: number;
  winner?: Winner | null;
  endReason?: EndReason;
  changes?: Partial<GameRecord>;
}

function idOf(number: number): string {
  return number.toString(16).padStart(24, '0');
}

/** Returns an online game of 山君 (red) against 苍狼; blue resigned by default. */
export function recordOf(options: RecordOptions = {}): GameRecord {
  const { id = 1, winner = 'red', endReason = 'SURRENDER', changes } = options;
  const digits = formatRecord(gameOf(OPENING)).slice(6);
  const header = `0003${winner === null ? 9 : toWireWinner(winner)}${['NONE', '', '', '', 'SURRENDER', 'DRAW_AGREED'].indexOf(endReason)}`;
  const game = parseRecord(header + digits, { ruleSet: ONLINE_RULE_SET });
  if (!game.ok) throw new Error(game.error.code);
  const startTime = START + id * 3_600_000;
  return {
    _id: idOf(id),
    type: 'online',
    players: { red: playerOf(RED, '山君', 'tiger.png'), blue: playerOf(BLUE, '苍狼', 'wolf.png') },
    ruleSet: ONLINE_RULE_SET,
    start: null,
    timeControl: { initial: 5, increment: 3 },
    rated: false,
    ratings: null,
    aiType: null,
    aiLevel: null,
    startTime,
    endTime: startTime + 600_000,
    notation: {
      record: header + digits,
      moves: movesOf(game.value, startTime),
      winner: toWireWinner(winner),
      endReason,
    },
    favorites: [],
    shareId: null,
    ...changes,
  };
}

/** Returns a rated game: red gained 12 points, blue lost 9. */
export function ratedRecord(options: RecordOptions = {}): GameRecord {
  const change = (before: number, after: number) => ({
    before: { rating: before, deviation: 80 },
    after: { rating: after, deviation: 78 },
  });
  const ratings = { red: change(1612, 1624), blue: change(1580, 1571) };
  return recordOf({ ...options, changes: { rated: true, ratings, ...options.changes } });
}

/** Returns a local game. */
export function localRecord(options: RecordOptions = {}): GameRecord {
  return recordOf({
    ...options,
    changes: {
      type: 'local',
      players: {
        red: playerOf(NO_USERS, '红方', 'default.png'),
        blue: playerOf(NO_USERS, '蓝方', 'default.png'),
      },
      ruleSet: DEFAULT_RULE_SET,
      timeControl: null,
      ...options.changes,
    },
  });
}
