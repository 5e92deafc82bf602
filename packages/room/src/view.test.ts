import { CHAT_LINES, type RoomEvent, type RoomHeader } from '@doushouqi/protocol';
import { outcome } from '@doushouqi/rules';
import { describe, expect, test } from 'vitest';
import { BLUE, DEN_GAME, RED, roomAfter, START } from '../test/fixtures.ts';
import {
  eventVisibleTo,
  offlineDeadline,
  plyOf,
  type RoomView,
  requesterOf,
  snapshotOf,
  viewAfter,
  viewOfSnapshot,
  viewVisibleTo,
} from './index.ts';

/** The view of a browser after three plies, without the server's notes. */
const VIEW = viewOfSnapshot(snapshotOf(roomAfter(3), START + 3_000))!;

function update(view: RoomView, changes: Partial<RoomHeader> = {}): RoomEvent {
  return {
    type: 'gameStateUpdate',
    ...view.header,
    ...changes,
    roomId: view.id,
    v: view.v + 1,
    at: START + 10_000,
  };
}

function moveMade(view: RoomView, changes: Partial<RoomEvent & { type: 'moveMade' }> = {}): RoomEvent {
  return {
    type: 'moveMade',
    roomId: view.id,
    v: view.v + 1,
    gameId: 'g1',
    ply: plyOf(view) + 1,
    id: null,
    side: plyOf(view) % 2 === 0 ? 'red' : 'blue',
    ...DEN_GAME[plyOf(view)]!,
    timeLeft: view.header.timeLeft,
    lastMoveTime: START + 9_000,
    lag: 0,
    ...changes,
  };
}

function said(view: RoomView, content: string): RoomEvent {
  return {
    type: 'chatMessage',
    roomId: view.id,
    v: view.v + 1,
    id: `${view.v + 1}`,
    fromId: BLUE,
    content,
    ply: 3,
    timestamp: 7_000,
  };
}

function after(event: RoomEvent, view: RoomView = VIEW): RoomView {
  const next = viewAfter(view, event);
  if (!next) throw new Error(`${event.type} does not follow`);
  return next;
}

describe('an undo', () => {
  test.each([3, 2, 1, 0])('leaves %d plies', (ply) => {
    const view = after(update(VIEW, { ply }));
    expect([plyOf(view), view.header.ply]).toEqual([ply, ply]);
  });

  test('allows further moves', () => {
    const back = after(update(VIEW, { ply: 2 }));
    expect(plyOf(after(moveMade(back), back))).toBe(3);
  });

  test('does not follow if it leaves more plies than the view has', () => {
    expect(viewAfter(VIEW, update(VIEW, { ply: 4 }))).toBeNull();
  });
});

describe('a move', () => {
  test('clears open offers and the last action', () => {
    const asked = after(
      update(VIEW, {
        drawRequester: RED,
        undoRequester: BLUE,
        resetRequester: BLUE,
        lastAction: { type: 'reset_requested', by: BLUE },
      }),
    );
    const { header } = after(moveMade(asked), asked);
    expect((['draw', 'undo', 'reset'] as const).map((kind) => requesterOf(header, kind))).toEqual([
      null,
      null,
      null,
    ]);
    expect(header).toMatchObject({ lastAction: null, ply: 4 });
  });

  test.each([
    ['of a later version', { v: VIEW.v + 2 }],
    ['of a known version', { v: VIEW.v }],
    ['of a later ply', { ply: 5 }],
    ['of another game', { gameId: 'g2' }],
    ['against the rules', { from: { x: 0, y: 8 }, to: { x: 0, y: 0 } }],
  ])('%s does not follow', (_, changes) => {
    expect(viewAfter(VIEW, moveMade(VIEW, changes))).toBeNull();
  });
});

describe('the end of a game', () => {
  test.each([
    ['a forfeit', { status: 'over', winner: 'blue', endReason: 'SURRENDER' }],
    ['an agreed draw', { status: 'over', winner: 'draw', endReason: 'DRAW_AGREED' }],
  ] as const)('by %s is part of the game and its record', (_, changes) => {
    const { winner, endReason } = changes;
    expect(outcome(after(update(VIEW, changes)).game)).toEqual({ winner, endReason });
  });
});

describe('a chat message', () => {
  const spoken = after(said(VIEW, '好棋！'));

  test('has its own version', () => {
    expect(spoken.v).toBe(VIEW.v + 1);
    expect(spoken.chat).toMatchObject([{ fromId: BLUE, content: '好棋！', ply: 3, timestamp: 7_000 }]);
  });

  test('stays after a reset', () => {
    const again = after(update(spoken, { gameId: 'g2', ply: 0 }), spoken);
    expect([plyOf(again), again.chat.length]).toEqual([0, 1]);
  });

  test('is dropped when the chat is full', () => {
    let full = VIEW;
    for (let i = 1; i <= CHAT_LINES + 5; i++) full = after(said(full, `${i}`), full);
    expect(full.chat).toHaveLength(CHAT_LINES);
    expect(full.chat[0]?.content).toBe('6');
  });

  test('is removed when the players have left', () => {
    expect(after(update(spoken, { players: [], gameId: null, ply: 0 }), spoken).chat).toEqual([]);
  });
});

describe('the offline deadline', () => {
  test.each([
    ['is null if both sides are online', null, null, 'playing', null],
    ['is red’s if red is offline', 5, null, 'playing', { side: 'red', at: 60_005 }],
    ['is blue’s if blue is offline', null, 7, 'playing', { side: 'blue', at: 60_007 }],
    ['is null if both sides are offline', 5, 7, 'playing', null],
    ['is null after the game', 5, null, 'over', null],
    ['is null before the game', 5, null, 'waiting', null],
  ] as const)('%s', (_, red, blue, status, deadline) => {
    const header: RoomHeader = { ...VIEW.header, status, offlineSince: { red, blue } };
    expect(offlineDeadline(header)).toEqual(deadline);
  });
});

describe('what a reader sees', () => {
  const line = (n: number, fromId: string, isShadowed?: true): RoomEvent => ({
    type: 'chatMessage',
    roomId: VIEW.id,
    v: VIEW.v + n,
    id: String(VIEW.v + n),
    fromId,
    content: `第${n}句`,
    ply: 3,
    timestamp: START + n,
    ...(isShadowed && { isShadowed }),
  });
  const events = [line(1, RED), line(2, RED, true), line(3, BLUE)];
  const view = events.reduce((before, event) => viewAfter(before, event)!, VIEW);
  const [SPECTATOR, NONE] = ['spectator', new Set<string>()];

  test.each([
    ['the author', RED, NONE, [1, 2, 3]],
    ['the opponent', BLUE, NONE, [1, 3]],
    ['a spectator', SPECTATOR, NONE, [1, 3]],
    ['a visitor', null, NONE, [1, 3]],
    ['an author who blocks the opponent', RED, new Set([BLUE]), [1, 2]],
    ['an opponent who blocks the author', BLUE, new Set([RED]), [3]],
  ])('%s gets the lines of no blocked and of no other shadow-muted user', (_, userId, blocked, expected) => {
    const reader = { userId, blocked };
    const { chat } = viewVisibleTo(view, reader);
    expect(chat.map(({ content }) => content)).toEqual(expected.map((n) => `第${n}句`));
    const received = events.map((event) => eventVisibleTo(event, reader));
    expect(received.map(({ v }) => v - VIEW.v)).toEqual([1, 2, 3]);
    expect(received.flatMap(({ type, v }) => (type === 'unseen' ? [] : v - VIEW.v))).toEqual(expected);
    expect(JSON.stringify([chat, received])).not.toContain('isShadowed');
  });

  test('is the view itself where nothing is hidden or marked', () => {
    const plain = viewAfter(VIEW, line(1, RED))!;
    expect(viewVisibleTo(plain, { userId: BLUE, blocked: NONE })).toBe(plain);
  });
});
