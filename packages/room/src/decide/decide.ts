import { OPEN_ROOM_KIND, type RoomKind } from '@doushouqi/protocol';
import { err } from '@doushouqi/rules';
import type { RoomCommand } from '../command.ts';
import { policyRefusal } from '../policy.ts';
import { emptyRoom, type Room } from '../room.ts';
import { say } from './chat.ts';
import { check, compensate, flag } from './checks.ts';
import type { Decided } from './decision.ts';
import { move } from './moves.ts';
import { answer, clearAction, clearOfflineSurrender, offer } from './offers.ts';
import {
  arrive,
  changeSpectators,
  join,
  leave,
  leaveSpectating,
  pair,
  presence,
  replacePlayer,
  setTimeControl,
  surrender,
} from './seats.ts';

/** Returns the kind of room that a command creates if none exists; null for most commands. */
function kindMadeBy(command: RoomCommand): RoomKind | null {
  if (command.type === 'join') return OPEN_ROOM_KIND;
  return command.type === 'pair' ? command.kind : null;
}

/**
 * Executes a command on a room. Pure. `room`: null if none is stored (only `join` and `pair` create one); `now` in epoch ms.
 * Refuses with an error code and without a change. `POLICIES` states what each kind of room allows.
 */
export function decide(room: Room | null, roomId: string, command: RoomCommand, now: number): Decided {
  const kind = kindMadeBy(command);
  const known = room ?? (kind && emptyRoom(roomId, kind));
  if (!known) return err('ROOM_NOT_FOUND');
  const refusal = policyRefusal(known, command);
  return refusal ? err(refusal) : execute(known, command, now);
}

function execute(room: Room, command: RoomCommand, now: number): Decided {
  switch (command.type) {
    case 'join':
      return join(room, command, now);
    case 'pair':
      return pair(room, command, now);
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
    case 'arrive':
      return arrive(room, command.userId, now);
    case 'clearAction':
      return clearAction(room, command.userId, now);
    case 'clearOfflineSurrender':
      return clearOfflineSurrender(room, command.userId, now);
    case 'presence':
      return presence(room, command.userId, command.here, now);
    case 'replacePlayer':
      return replacePlayer(room, command, now);
    case 'spectators':
      return changeSpectators(room, command.joined, command.left, now);
    case 'check':
      return check(room, now);
    case 'compensate':
      return compensate(room, command, now);
  }
}
