import {
  type ChatSaid,
  type MoveEvent,
  type RoomHeader,
  type RoomSnapshot,
  toWireHeader,
  type UpdateEvent,
} from '@doushouqi/protocol';
import { formatRecord, type Game, type Move, newGame, ONLINE_RULE_SET, play } from '@doushouqi/rules';

/** Rooms and events for tests. */

export const RED = 'a'.repeat(24);
export const BLUE = 'b'.repeat(24);
export const ROOM = 'R1';

function square(name: string): { x: number; y: number } {
  return {
    x: 'abcdefg'.indexOf(name[0]!),
    y: 9 - Number(name[1]),
  };
}

/** Parses a move such as `a1a2`, from and to by square names. */
export function moveOf(text: string): Move {
  return { from: square(text.slice(0, 2)), to: square(text.slice(2)) };
}

/** Six quiet plies from the start. */
export const OPENING = ['a1b1', 'g9f9', 'b1a1', 'f9g9', 'g1f1', 'a9b9'] as const;

export function gameOf(moves: readonly string[]): Game {
  return moves.reduce((game, text) => {
    const played = play(game, moveOf(text));
    if (!played.ok) throw new Error(`${text}: ${played.error}`);
    return played.value;
  }, newGame(ONLINE_RULE_SET));
}

export function headerOf(changes: Partial<RoomHeader> = {}): RoomHeader {
  return {
    kind: 'casual',
    ruleSet: ONLINE_RULE_SET,
    gameId: 'g1',
    createdBy: RED,
    players: [RED, BLUE],
    spectators: [],
    departed: [],
    status: 'playing',
    winner: null,
    endReason: 'NONE',
    timeControl: { initial: 5, increment: 3 },
    daysPerMove: null,
    moveDeadline: null,
    table: null,
    timeLeft: { red: 300_000, blue: 300_000 },
    lastMoveTime: 1_000,
    ply: 0,
    drawRequester: null,
    undoRequester: null,
    resetRequester: null,
    lastAction: null,
    offlineSince: { red: null, blue: null },
    offlinePlayerSurrendered: null,
    abortedBy: null,
    drawOffers: { red: 0, blue: 0 },
    ...changes,
  };
}

export function snapshotOf(
  v: number,
  moves: readonly string[],
  changes: Partial<RoomHeader> = {},
): RoomSnapshot {
  return {
    ...toWireHeader(headerOf({ ply: moves.length, ...changes })),
    roomId: ROOM,
    v,
    record: formatRecord(gameOf(moves)),
    chatMessages: [],
    serverTime: 2_000,
  };
}

export function moveMade(v: number, ply: number, text: string, changes: Partial<MoveEvent> = {}): MoveEvent {
  return {
    type: 'moveMade',
    roomId: ROOM,
    v,
    gameId: 'g1',
    ply,
    id: null,
    side: ply % 2 === 1 ? 'red' : 'blue',
    ...moveOf(text),
    timeLeft: { red: 299_000, blue: 300_000 },
    lastMoveTime: 5_000,
    lag: 0,
    ...changes,
  };
}

export function stateUpdate(v: number, changes: Partial<RoomHeader> = {}): UpdateEvent {
  return {
    type: 'gameStateUpdate',
    ...headerOf(changes),
    roomId: ROOM,
    v,
    at: 6_000,
  };
}

export function chatSaid(
  v: number,
  content: string,
  changes: Partial<ChatSaid> = {},
): { type: 'chatMessage' } & ChatSaid {
  return {
    type: 'chatMessage',
    roomId: ROOM,
    v,
    id: String(v),
    fromId: BLUE,
    content,
    ply: 0,
    timestamp: 7_000,
    ...changes,
  };
}
