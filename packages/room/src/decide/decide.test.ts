import { MAX_SPECTATORS } from '@doushouqi/protocol';
import { describe, expect, test } from 'vitest';
import {
  after,
  BLUE,
  DEN_GAME,
  join,
  moveCommand,
  playingRoom,
  RED,
  refusal,
  roomAfter,
  START,
  WATCHER,
} from '../../test/fixtures.ts';
import { decide, type Room, type RoomCommand } from '../index.ts';

function refused(room: Room | null, command: RoomCommand, now = START + 1000) {
  return refusal(room, command, now);
}

describe('joining', () => {
  test('first is red and creator, second blue, then spectators', () => {
    const waiting = after(null, join(RED), START);
    expect(waiting.header).toMatchObject({
      createdBy: RED,
      players: [RED],
      status: 'waiting',
      gameId: null,
    });
    const playing = after(waiting, join(BLUE, 'g1'), START);
    expect(playing.header).toMatchObject({
      players: [RED, BLUE],
      status: 'playing',
      gameId: 'g1',
      lastMoveTime: START,
    });
    expect(after(playing, join(WATCHER), START).header.spectators).toEqual([WATCHER]);
  });

  test.each([RED, BLUE])('a player who comes again keeps the seat and changes nothing', (userId) => {
    const room = playingRoom();
    expect(decide(room, 'r', join(userId), START)).toEqual({
      ok: true,
      value: { room, events: [], v: room.v },
    });
  });

  test('the list of spectators is bounded', () => {
    const spectators = Array.from({ length: MAX_SPECTATORS }, (_, i) => i.toString(16).padStart(24, '0'));
    const room = playingRoom();
    expect(refused({ ...room, header: { ...room.header, spectators } }, join(WATCHER))).toBe('ROOM_FULL');
  });

  test('once both players left a finished game the number is free, and its version goes on', () => {
    const over = after(playingRoom(), { type: 'surrender', userId: RED }, START + 1000);
    const left = after(
      after(over, { type: 'leave', userId: RED }, START),
      { type: 'leave', userId: BLUE },
      START,
    );
    const anew = after(left, join(WATCHER), START);
    expect(anew.header).toMatchObject({
      createdBy: WATCHER,
      players: [WATCHER],
      departed: [],
      status: 'waiting',
    });
    expect(anew.v).toBe(left.v + 1);
  });

  test('a player who left a finished game may come back while the other is there', () => {
    const over = after(playingRoom(), { type: 'leave', userId: RED }, START + 1000);
    expect(over.header.departed).toEqual([RED]);
    const back = after(over, join(RED), START + 2000);
    expect(back.header).toMatchObject({ departed: [], status: 'over', winner: 'blue' });
  });
});

describe('a move', () => {
  test('is played, timed and numbered', () => {
    const decided = decide(playingRoom(), 'r', moveCommand(0), START + 2000);
    expect(decided).toMatchObject({
      ok: true,
      value: {
        v: 3,
        events: [
          {
            type: 'moveMade',
            v: 3,
            ply: 1,
            id: 'm0',
            side: 'red',
            timeLeft: { red: 301_000, blue: 300_000 },
            lastMoveTime: START + 2000,
          },
        ],
      },
    });
  });

  test.each([
    ['of an outsider', moveCommand(0, { userId: WATCHER }), 'NOT_A_PLAYER'],
    ['for the opponent', moveCommand(0, { userId: BLUE }), 'WRONG_PLAYER'],
    ['out of turn', moveCommand(1, { ply: 0 }), 'NOT_YOUR_TURN'],
    ['of an older position', moveCommand(0, { ply: 4 }), 'STALE_MOVE'],
    ['of no piece', moveCommand(0, { from: { x: 3, y: 4 }, to: { x: 3, y: 3 } }), 'NO_PIECE'],
    [
      'of the opponent’s piece',
      moveCommand(0, { from: { x: 0, y: 0 }, to: { x: 0, y: 1 } }),
      'NOT_YOUR_PIECE',
    ],
    ['against the rules', moveCommand(0, { to: { x: 3, y: 3 } }), 'ILLEGAL_MOVE'],
  ] as const)('%s is refused', (_, command, code) => {
    expect(refused(playingRoom(), command)).toBe(code);
  });

  test('before the game and after it is refused', () => {
    expect(refused(null, moveCommand(0))).toBe('ROOM_NOT_FOUND');
    expect(refused(after(null, join(RED), START), moveCommand(0))).toBe('NOT_PLAYING');
    expect(refused(roomAfter(DEN_GAME.length), moveCommand(1, { ply: undefined }))).toBe('GAME_OVER');
  });

  test('sent twice is made once and answered alike', () => {
    const room = roomAfter(1);
    const again = decide(roomAfter(2), 'r', moveCommand(0), START + 9000);
    expect(again).toMatchObject({ ok: true, value: { events: [], v: room.v } });
  });

  test('with the fields of the bare spec works', () => {
    expect(refused(playingRoom(), moveCommand(0, { ply: undefined, id: undefined }))).toBeNull();
  });

  test('that comes after the flag loses on time instead', () => {
    const decided = decide(playingRoom(), 'r', moveCommand(0), START + 300_000);
    expect(decided).toMatchObject({ ok: true, value: { refusal: 'TIME_UP' } });
    expect(decided.ok && decided.value.room.header).toMatchObject({
      winner: 'blue',
      endReason: 'TIME_UP',
      timeLeft: { red: 0, blue: 300_000 },
      lastMoveTime: null,
    });
  });

  test('into the den wins and stops the clocks in the same commit', () => {
    const decided = decide(roomAfter(12), 'r', moveCommand(12), START + 13_000);
    expect(decided).toMatchObject({
      ok: true,
      value: {
        events: [
          { type: 'moveMade', v: 15, ply: 13 },
          {
            type: 'gameStateUpdate',
            v: 16,
            status: 'over',
            winner: 'red',
            endReason: 'DEN_CAPTURED',
            lastMoveTime: null,
          },
        ],
      },
    });
  });
});

describe('ends from outside the board', () => {
  test.each([
    [RED, 'blue'],
    [BLUE, 'red'],
  ])('surrender and leaving lose', (userId, winner) => {
    for (const type of ['surrender', 'leave'] as const) {
      const room = after(playingRoom(), { type, userId }, START + 1000);
      expect(room.header).toMatchObject({ winner, endReason: 'SURRENDER', lastMoveTime: null });
    }
  });

  test('a surrender after one’s flag fell is a loss on time, whoever surrenders', () => {
    const room = after(playingRoom(), { type: 'surrender', userId: BLUE }, START + 300_000);
    expect(room.header).toMatchObject({ winner: 'blue', endReason: 'TIME_UP' });
  });

  test('the flag falls by stored times alone', () => {
    expect(refused(playingRoom(), { type: 'flag', userId: BLUE }, START + 299_999)).toBe('NOT_FLAGGED');
    expect(refused(playingRoom(), { type: 'flag', userId: WATCHER }, START + 300_000)).toBe('NOT_A_PLAYER');
    const over = after(playingRoom(), { type: 'look' }, START + 300_000);
    expect(over.header.winner).toBe('blue');
    expect(after(over, { type: 'look' }, START + 300_001)).toBe(over);
  });

  test('a spectator leaves without penalty, a waiting player gives the seat back', () => {
    const watched = after(playingRoom(), join(WATCHER), START);
    expect(after(watched, { type: 'leave', userId: WATCHER }, START).header).toMatchObject({
      spectators: [],
      status: 'playing',
    });
    const left = after(after(null, join(RED), START), { type: 'leave', userId: RED }, START);
    expect(left.header).toMatchObject({ players: [], createdBy: null, status: 'waiting' });
  });

  test('nobody else can end the game', () => {
    for (const type of ['surrender', 'leave'] as const) {
      const room = playingRoom();
      const decided = decide(room, 'r', { type, userId: WATCHER }, START);
      expect(decided.ok ? decided.value.room : room).toBe(room);
    }
  });
});
