import type { CorrespondenceGame, GameRecord } from '@doushouqi/protocol';
import { BLUE, RED } from '@doushouqi/room-client/testing';
import type { EndReason, Winner } from '@doushouqi/rules';
import { playerOf, recordOf } from './records.ts';

/** Listed correspondence games for tests. */

const HOUR = 3_600_000;
const START = 'l5t/1d3c1/r1j1w1e/7/7/7/E1W1J1R/1C3D1/T5L w';

/** Red's first turn, with nine hours and half a minute left. */
export function correspondenceGame(changes: Partial<CorrespondenceGame> = {}): CorrespondenceGame {
  return {
    roomId: 'R1',
    gameId: 'g1',
    opponent: { _id: 'c'.repeat(24), nickname: '三花', avatar: 'cat.png' },
    side: 1,
    position: START,
    lastMove: null,
    isMyTurn: true,
    ply: 0,
    daysPerMove: 3,
    deadline: Date.now() + 9 * HOUR + 30_000,
    ...changes,
  };
}

/** A room that waits for an opponent. */
export function waitingRoom(roomId: string): CorrespondenceGame {
  const none = { gameId: null, opponent: null, side: null, deadline: null, isMyTurn: false };
  return correspondenceGame({ roomId, ...none });
}

/** The game of `correspondenceGame` in the archive; by default blue resigned. */
export function correspondenceRecord(
  result: { winner?: Winner; endReason?: EndReason } = {},
  opponent = '三花',
): GameRecord {
  const { notation, ...record } = recordOf(
    result.winner === 'draw'
      ? { winner: 'draw', endReason: 'DRAW_AGREED' }
      : { winner: result.winner ?? 'red' },
  );
  return {
    ...record,
    players: { red: playerOf(RED, '山君', 'tiger.png'), blue: playerOf(BLUE, opponent, 'cat.png') },
    timeControl: null,
    notation: { ...notation, endReason: result.endReason ?? 'SURRENDER' },
  };
}
