import { DEFAULT_TIME_CONTROL, type TimeControl } from '@doushouqi/protocol';
import { err } from '@doushouqi/rules';
import { emptyRoom, type Room } from '../room.ts';
import { say } from './chat.ts';
import type { Decided } from './decision.ts';
import { type MoveCommand, move } from './moves.ts';
import {
  type AnswerCommand,
  answer,
  clearAction,
  clearOfflineSurrender,
  type OfferKind,
  offer,
} from './offers.ts';
import { crowd, join, leave, leaveSpectating, presence, setTimeControl, surrender } from './seats.ts';
import { flag, giveBack, look } from './watch.ts';

/** What somebody wants of a room. `newGameId` names the game that the command would start. */
export type RoomCommand =
  | { type: 'join'; userId: string; newGameId: string }
  | ({ type: 'setTimeControl'; userId: string } & TimeControl)
  | MoveCommand
  | { type: 'offer'; userId: string; kind: OfferKind }
  | AnswerCommand
  | { type: 'say'; userId: string; content: string }
  | { type: 'flag' | 'surrender' | 'leave' | 'leaveSpectating'; userId: string }
  | { type: 'clearAction' | 'clearOfflineSurrender'; userId: string }
  /** From here on they are said by the server itself, never by a user. */
  | { type: 'presence'; userId: string; here: boolean }
  | { type: 'crowd'; came: readonly string[]; went: readonly string[] }
  | { type: 'look' }
  | { type: 'giveBack'; outage: string; ms: number };

/**
 * The one place where a room changes: pure and total. `room` is null where none is stored (only `join` makes
 * one); `now` is epoch ms. Refusals are codes of the protocol's catalogue, and change nothing.
 */
export const decide = (room: Room | null, roomId: string, command: RoomCommand, now: number): Decided => {
  if (command.type === 'join') {
    const { userId, newGameId } = command;
    return join(room ?? emptyRoom(roomId, DEFAULT_TIME_CONTROL), userId, newGameId, now);
  }
  if (!room) return err('ROOM_NOT_FOUND');
  switch (command.type) {
    case 'setTimeControl':
      return setTimeControl(room, command.userId, command, now);
    case 'move':
      return move(room, command, now);
    case 'offer':
      return offer(room, command.userId, command.kind, now);
    case 'answer':
      return answer(room, command, now);
    case 'say':
      return say(room, command.userId, command.content, now);
    case 'flag':
      return flag(room, command.userId, now);
    case 'surrender':
      return surrender(room, command.userId, now);
    case 'leave':
      return leave(room, command.userId, now);
    case 'leaveSpectating':
      return leaveSpectating(room, command.userId, now);
    case 'clearAction':
      return clearAction(room, command.userId, now);
    case 'clearOfflineSurrender':
      return clearOfflineSurrender(room, command.userId, now);
    case 'presence':
      return presence(room, command.userId, command.here, now);
    case 'crowd':
      return crowd(room, command.came, command.went, now);
    case 'look':
      return look(room, now);
    case 'giveBack':
      return giveBack(room, command.outage, command.ms, now);
  }
};
