import type { RoomEvent } from '@doushouqi/protocol';
import { legalGameMoves, type Move } from '@doushouqi/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRoom, encodeRoom } from '../src/codec.ts';
import { decide, emptyRoom, evolve, headerOf, type Room, type RoomCommand } from '../src/index.ts';
import { BLUE, RED, START, WATCHER } from './fixtures.ts';

/** What a random user wants, and how long after the last one, the server's clock sometimes going back. */
const intent = fc.record({
  userId: fc.constantFrom(RED, BLUE, WATCHER),
  kind: fc.constantFrom(
    'join',
    'move',
    'move',
    'move',
    'move',
    'move',
    'surrender',
    'leave',
    'flag',
  ) as fc.Arbitrary<'join' | 'move' | 'surrender' | 'leave' | 'flag'>,
  wait: fc.integer({ min: -500, max: 40_000 }),
  pick: fc.nat(),
  player: fc.constantFrom(1 as const, 2 as const),
  wild: fc.boolean(),
});
type Intent = typeof intent extends fc.Arbitrary<infer T> ? T : never;

const moveOf = (room: Room | null, { pick, wild }: Intent): Move => {
  const moves = room?.game && !wild ? legalGameMoves(room.game.board) : [];
  const legal = moves[pick % (moves.length || 1)];
  return legal ?? { from: { x: pick % 8, y: pick % 10 }, to: { x: (pick >> 3) % 8, y: (pick >> 5) % 10 } };
};

const commandOf = (room: Room | null, want: Intent, step: number): RoomCommand => {
  const { kind, userId, player } = want;
  if (kind === 'join') return { type: 'join', userId, newGameId: `g${step}` };
  if (kind === 'move') return { type: 'move', userId, player, ...moveOf(room, want), id: `c${step}` };
  return { type: kind, userId };
};

const total = (room: Room) => Object.values(headerOf(room).timeLeft).reduce((sum, left) => sum + left, 0);

test('whatever anybody sends, the room keeps its promises', () => {
  fc.assert(
    fc.property(fc.array(intent, { minLength: 5, maxLength: 120 }), (wants) => {
      let room: Room | null = null;
      let now = START;
      const stream: RoomEvent[] = [];
      wants.forEach((want, step) => {
        now += want.wait;
        const before: Room | null = room;
        const decided = decide(before, 'r', commandOf(before, want, step), now);
        if (!decided.ok) return;
        const { room: next, events } = decided.value;
        events.forEach((event, i) => {
          expect(event.v, 'every event is the last plus one').toBe((before?.v ?? 0) + i + 1);
        });
        if (before?.game && before.game.id === next.game?.id) {
          const moved = events.some((event) => event.type === 'moveMade');
          expect(total(next), 'time grows by increment alone').toBeLessThanOrEqual(
            total(before) + (moved ? 3000 : 0),
          );
          const { winner } = headerOf(before);
          if (winner !== -1) expect(headerOf(next).winner, 'a verdict stands').toBe(winner);
        }
        if (before?.game && headerOf(before).winner === -1 && !before.players.includes(want.userId)) {
          expect(next.game, 'nobody else changes the game').toEqual(before.game);
        }
        stream.push(...events);
        room = next;
      });
      if (!room) return;
      const replayed = stream.reduce(evolve, emptyRoom('r', { initial: 5, increment: 3 }));
      expect(replayed, 'the stream gives the same room').toEqual(room);
      expect(decodeRoom(encodeRoom(room)), 'storing loses nothing').toEqual(room);
    }),
    { numRuns: 300 },
  );
});
