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
  SPECTATOR,
  START,
} from '../../test/fixtures.ts';
import { decide, type Room, type RoomCommand } from '../index.ts';

function refused(room: Room | null, command: RoomCommand, now = START + 1000) {
  return refusal(room, command, now);
}

describe('joining', () => {
  test('makes the first user red and creator, the second blue, others spectators', () => {
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
    expect(after(playing, join(SPECTATOR), START).header.spectators).toEqual([SPECTATOR]);
  });

  test.each([RED, BLUE])('changes nothing for a seated player', (userId) => {
    const room = playingRoom();
    expect(decide(room, 'r', join(userId), START)).toEqual({
      ok: true,
      value: { room, events: [], v: room.v },
    });
  });

  test('refuses spectators beyond the limit', () => {
    const spectators = Array.from({ length: MAX_SPECTATORS }, (_, i) => i.toString(16).padStart(24, '0'));
    const room = playingRoom();
    expect(refused({ ...room, header: { ...room.header, spectators } }, join(SPECTATOR))).toBe('ROOM_FULL');
  });

  test('reuses the room after both players have left, with increasing versions', () => {
    const over = after(playingRoom(), { type: 'surrender', userId: RED }, START + 1000);
    const left = after(
      after(over, { type: 'leave', userId: RED }, START),
      { type: 'leave', userId: BLUE },
      START,
    );
    const reused = after(left, join(SPECTATOR), START);
    expect(reused.header).toMatchObject({
      createdBy: SPECTATOR,
      players: [SPECTATOR],
      departed: [],
      status: 'waiting',
    });
    expect(reused.v).toBe(left.v + 1);
  });

  test('lets a player return to a finished game while the opponent is there', () => {
    const over = after(playingRoom(), { type: 'leave', userId: RED }, START + 1000);
    expect(over.header.departed).toEqual([RED]);
    const back = after(over, join(RED), START + 2000);
    expect(back.header).toMatchObject({ departed: [], status: 'over', winner: 'blue' });
  });
});

describe('a move', () => {
  test('has a clock time and a version', () => {
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
    ['of an outsider', moveCommand(0, { userId: SPECTATOR }), 'NOT_A_PLAYER'],
    ['for the opponent', moveCommand(0, { userId: BLUE }), 'WRONG_PLAYER'],
    ['out of turn', moveCommand(1, { ply: 0 }), 'NOT_YOUR_TURN'],
    ['from an outdated position', moveCommand(0, { ply: 4 }), 'STALE_MOVE'],
    ['from an empty square', moveCommand(0, { from: { x: 3, y: 4 }, to: { x: 3, y: 3 } }), 'NO_PIECE'],
    [
      'of the opponent’s piece',
      moveCommand(0, { from: { x: 0, y: 0 }, to: { x: 0, y: 1 } }),
      'NOT_YOUR_PIECE',
    ],
    ['against the rules', moveCommand(0, { to: { x: 3, y: 3 } }), 'ILLEGAL_MOVE'],
  ] as const)('%s is refused', (_, command, code) => {
    expect(refused(playingRoom(), command)).toBe(code);
  });

  test('is refused before and after the game', () => {
    expect(refused(null, moveCommand(0))).toBe('ROOM_NOT_FOUND');
    expect(refused(after(null, join(RED), START), moveCommand(0))).toBe('NOT_PLAYING');
    expect(refused(roomAfter(DEN_GAME.length), moveCommand(1, { ply: undefined }))).toBe('GAME_OVER');
  });

  test('sent twice is made once and answered with the same version', () => {
    const room = roomAfter(1);
    const again = decide(roomAfter(2), 'r', moveCommand(0), START + 9000);
    expect(again).toMatchObject({ ok: true, value: { events: [], v: room.v } });
  });

  test('without the optional fields is accepted', () => {
    expect(refused(playingRoom(), moveCommand(0, { ply: undefined, id: undefined }))).toBeNull();
  });

  test('after the timeout is refused and the game is lost on time', () => {
    const decided = decide(playingRoom(), 'r', moveCommand(0), START + 300_000);
    expect(decided).toMatchObject({ ok: true, value: { refusal: 'TIME_UP' } });
    expect(decided.ok && decided.value.room.header).toMatchObject({
      winner: 'blue',
      endReason: 'TIME_UP',
      timeLeft: { red: 0, blue: 300_000 },
      lastMoveTime: null,
    });
  });

  test('into the den wins and stops the clock in the same commit', () => {
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

describe('a game', () => {
  test.each([
    [RED, 'blue'],
    [BLUE, 'red'],
  ])('is lost by surrendering and by leaving', (userId, winner) => {
    for (const type of ['surrender', 'leave'] as const) {
      const room = after(playingRoom(), { type, userId }, START + 1000);
      expect(room.header).toMatchObject({ winner, endReason: 'SURRENDER', lastMoveTime: null });
    }
  });

  test('is lost on time if the opponent surrenders after the timeout', () => {
    const room = after(playingRoom(), { type: 'surrender', userId: BLUE }, START + 300_000);
    expect(room.header).toMatchObject({ winner: 'blue', endReason: 'TIME_UP' });
  });

  test('is lost on time by the stored times alone', () => {
    expect(refused(playingRoom(), { type: 'flag', userId: BLUE }, START + 299_999)).toBe('NOT_FLAGGED');
    expect(refused(playingRoom(), { type: 'flag', userId: SPECTATOR }, START + 300_000)).toBe('NOT_A_PLAYER');
    const over = after(playingRoom(), { type: 'check' }, START + 300_000);
    expect(over.header.winner).toBe('blue');
    expect(after(over, { type: 'check' }, START + 300_001)).toBe(over);
  });

  test('continues when a spectator leaves, and a waiting player frees the seat', () => {
    const watched = after(playingRoom(), join(SPECTATOR), START);
    expect(after(watched, { type: 'leave', userId: SPECTATOR }, START).header).toMatchObject({
      spectators: [],
      status: 'playing',
    });
    const left = after(after(null, join(RED), START), { type: 'leave', userId: RED }, START);
    expect(left.header).toMatchObject({ players: [], createdBy: null, status: 'waiting' });
  });

  test('cannot be ended by other users', () => {
    for (const type of ['surrender', 'leave'] as const) {
      const room = playingRoom();
      const decided = decide(room, 'r', { type, userId: SPECTATOR }, START);
      expect(decided.ok ? decided.value.room : room).toBe(room);
    }
  });
});
