import type { RoomKind } from '@doushouqi/protocol';
import type { Move, Side } from '@doushouqi/rules';
import type { AnswerCommand, OfferCommand } from '../src/command.ts';
import { decide, type OfferKind, type PairCommand, type Room, type RoomCommand } from '../src/index.ts';

export const RED = 'a'.repeat(24);
export const BLUE = 'b'.repeat(24);
export const SPECTATOR = 'c'.repeat(24);
export const START = 1_800_000_000_000;

function at(x: number, y: number) {
  return { x, y };
}
function path(...points: [number, number][]): Move[] {
  return points.slice(1).map(([x, y], i) => ({ from: at(...points[i]!), to: at(x, y) }));
}

const redMoves = path([4, 6], [3, 6], [3, 5], [3, 4], [3, 3], [3, 2], [3, 1], [3, 0]);
const blueMoves = path([0, 0], [0, 1], [0, 0], [0, 1], [0, 0], [0, 1], [0, 0]);

/** The red leopard enters blue's den while the blue lion moves to and fro: 13 plies. */
export const DEN_GAME: readonly Move[] = redMoves.flatMap((move, i) =>
  [move, blueMoves[i]].filter((m) => m !== undefined),
);

/** The red rat captures the blue elephant: 7 plies, the last a capture. */
export const CAPTURE_GAME: readonly Move[] = path([6, 6], [6, 5], [6, 4], [6, 3], [6, 2]).flatMap(
  (move, i) => (i < 3 ? [move, blueMoves[i]!] : [move]),
);

export function userOf(side: Side): string {
  return side === 'red' ? RED : BLUE;
}

export function moveCommand(ply: number, extra: Partial<Extract<RoomCommand, { type: 'move' }>> = {}) {
  const side: Side = ply % 2 === 0 ? 'red' : 'blue';
  return {
    type: 'move',
    userId: userOf(side),
    side,
    ...DEN_GAME[ply]!,
    ply,
    id: `m${ply}`,
    ...extra,
  } as const;
}

/** Executes a command that must succeed. */
export function after(room: Room | null, command: RoomCommand, now: number): Room {
  const decided = decide(room, 'r', command, now);
  if (!decided.ok) throw new Error(decided.error);
  return decided.value.room;
}

/** Returns the code of a refused command, or null. */
export function refusal(room: Room | null, command: RoomCommand, now: number): string | null {
  const decided = decide(room, 'r', command, now);
  return decided.ok ? (decided.value.refusal ?? null) : decided.error;
}

export function ask(userId: string, kind: OfferKind): OfferCommand {
  return { type: 'offer', userId, kind };
}
export function reply(userId: string, kind: OfferKind, accept: boolean, newGameId = 'g2'): AnswerCommand {
  return {
    type: 'answer',
    userId,
    kind,
    accept,
    newGameId,
  };
}
export function here(userId: string, isHere = true): RoomCommand {
  return {
    type: 'presence',
    userId,
    here: isHere,
  };
}

export function join(userId: string, newGameId = 'g1'): RoomCommand {
  return { type: 'join', userId, newGameId };
}

/** Creates the room of a pair and starts the game `p1`. */
export function pair(kind: Exclude<RoomKind, 'casual'>, extra: Partial<PairCommand> = {}): PairCommand {
  return {
    type: 'pair',
    kind,
    players: [RED, BLUE],
    timeControl: { initial: 5, increment: 3 },
    gameId: 'p1',
    ...extra,
  };
}

export function arrive(userId: string): RoomCommand {
  return { type: 'arrive', userId };
}

/** Returns a room whose game started at START; the players of a pair have arrived. */
export function playingRoom(kind: RoomKind = 'casual'): Room {
  if (kind === 'casual') return after(after(null, join(RED), START - 5000), join(BLUE), START);
  const arrivals = [here(RED), here(BLUE), arrive(RED), arrive(BLUE)];
  return arrivals.reduce((room, command) => after(room, command, START), after(null, pair(kind), START));
}

/** Returns the room after the first `plies` of DEN_GAME, one second each. */
export function roomAfter(plies: number, kind: RoomKind = 'casual'): Room {
  let room = playingRoom(kind);
  for (let ply = 0; ply < plies; ply++) room = after(room, moveCommand(ply), START + (ply + 1) * 1000);
  return room;
}
