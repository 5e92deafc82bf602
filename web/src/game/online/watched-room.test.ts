import { CHAT_LINES } from '@doushouqi/protocol';
import { outcome, plyCount } from '@doushouqi/rules';
import { describe, expect, it } from 'vitest';
import { BLUE, chatSaid, moveMade, OPENING, RED, snapshotOf, stateUpdate } from '../../../test/rooms.ts';
import { applyEvent, roomOfSnapshot, type WatchedRoom } from './watched-room.ts';

const room = roomOfSnapshot(snapshotOf(12, OPENING.slice(0, 3)))!;
const after = (event: Parameters<typeof applyEvent>[1], from: WatchedRoom = room): WatchedRoom => {
  const applied = applyEvent(from, event);
  if (applied.kind !== 'applied') throw new Error(applied.kind);
  return applied.room;
};

describe('undo', () => {
  it.each([3, 2, 1, 0])('leaves %d half-moves standing', (ply) => {
    const { game, header } = after(stateUpdate(13, { ply }));
    expect([plyCount(game), header.ply]).toEqual([ply, ply]);
  });

  it('can be played on from', () => {
    const back = after(stateUpdate(13, { ply: 2 }));
    expect(plyCount(after(moveMade(14, 3, 'g1f1'), back).game)).toBe(3);
  });

  it('is a gap when more moves stand than are known', () => {
    expect(applyEvent(room, stateUpdate(13, { ply: 4 }))).toEqual({ kind: 'gap' });
  });
});

describe('a move', () => {
  it('makes offers lapse and the last action old news', () => {
    const asked = after(
      stateUpdate(13, {
        ply: 3,
        drawRequester: RED,
        undoRequester: BLUE,
        resetRequester: BLUE,
        lastAction: { type: 'reset_requested', by: BLUE },
      }),
    );
    expect(after(moveMade(14, 4, OPENING[3]), asked).header).toMatchObject({
      drawRequester: null,
      undoRequester: null,
      resetRequester: null,
      lastAction: null,
      ply: 4,
    });
  });
});

describe('the end', () => {
  it.each([
    ['a forfeit', { status: 'player2_win', winner: 2, endReason: 'SURRENDER' }, 'PLAYER2_WIN'],
    ['an agreed draw', { status: 'draw', winner: 0, endReason: 'DRAW_AGREED' }, 'DRAW'],
  ] as const)('by %s is in the game, so that its record has it', (_, changes, status) => {
    expect(outcome(after(stateUpdate(13, { ply: 3, ...changes })).game).status).toBe(status);
  });
});

describe('a new game', () => {
  it('has a new board and keeps what was said', () => {
    const said = after(chatSaid(13, '再来一局？'));
    const again = after(stateUpdate(14, { gameId: 'g2', ply: 0 }), said);
    expect(plyCount(again.game)).toBe(0);
    expect(again.chat).toHaveLength(1);
    expect(again.log.at(-1)).toMatchObject({ kind: 'started', at: 6_000 });
  });
});

describe('the chat', () => {
  it('gets a line with its version', () => {
    const { v, chat } = after(chatSaid(13, '好棋！'));
    expect(v).toBe(13);
    expect(chat).toEqual([{ id: '13', fromId: BLUE, content: '好棋！', ply: 0, timestamp: 7_000 }]);
  });

  it('keeps no more lines than the server', () => {
    let full: WatchedRoom = room;
    for (let v = 13; v < 13 + CHAT_LINES + 5; v++) full = after(chatSaid(v, `${v}`), full);
    expect(full.chat).toHaveLength(CHAT_LINES);
    expect(full.chat[0]?.content).toBe('18');
  });

  it('goes with the people', () => {
    const left = after(stateUpdate(14, { players: [], gameId: null, ply: 0 }), after(chatSaid(13, '-')));
    expect(left.chat).toEqual([]);
  });
});

describe('a later snapshot', () => {
  it('goes on with the log', () => {
    const later = roomOfSnapshot(snapshotOf(20, OPENING.slice(0, 3), { departed: [BLUE] }), room)!;
    expect(later.log.slice(0, room.log.length)).toEqual(room.log);
    expect(later.log.at(-1)).toMatchObject({ kind: 'left', by: BLUE, at: 2_000 });
  });
});
