import type { RoomEvent } from '@doushouqi/protocol';
import { decide, type Room, type RoomCommand } from '@doushouqi/room';

export const RED = 'a'.repeat(24);
export const BLUE = 'b'.repeat(24);
export const START = 1_700_000_000_000;

/** Every state of a room, with the events that led to it. */
export interface SampleRoom {
  states: Room[];
  batches: RoomEvent[][];
}

/** Returns a room in which both sides move a rat and a wolf: two joins, then `moves` moves. `start`: epoch ms. */
export function sampleRoom(id: string, moves: number, start = START): SampleRoom {
  const shuffles = [
    { from: { x: 0, y: 6 }, to: { x: 0, y: 5 } },
    { from: { x: 0, y: 2 }, to: { x: 0, y: 3 } },
    { from: { x: 2, y: 6 }, to: { x: 3, y: 6 } },
    { from: { x: 4, y: 2 }, to: { x: 3, y: 2 } },
    { from: { x: 3, y: 6 }, to: { x: 2, y: 6 } },
    { from: { x: 3, y: 2 }, to: { x: 4, y: 2 } },
  ] as const;
  const commands: RoomCommand[] = [
    { type: 'join', userId: RED, newGameId: 'unused' },
    { type: 'join', userId: BLUE, newGameId: 'game-1' },
    ...shuffles.slice(0, moves).map(
      (move, ply): RoomCommand => ({
        type: 'move',
        userId: ply % 2 === 0 ? RED : BLUE,
        side: ply % 2 === 0 ? 'red' : 'blue',
        ply,
        id: `m${ply}`,
        ...move,
      }),
    ),
  ];
  const sample: SampleRoom = { states: [], batches: [] };
  for (const [index, command] of commands.entries()) {
    const decided = decide(sample.states.at(-1) ?? null, id, command, start + index * 1_000);
    if (!decided.ok) throw new Error(decided.error);
    sample.states.push(decided.value.room);
    sample.batches.push(decided.value.events);
  }
  return sample;
}
