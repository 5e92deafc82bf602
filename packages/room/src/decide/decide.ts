import type { RoomKind } from '@doushouqi/protocol';
import { err } from '@doushouqi/rules';
import type { RoomCommand } from '../command.ts';
import { POLICIES, policyRefusal, type RoomPolicy } from '../policy.ts';
import { emptyRoom, type Room } from '../room.ts';
import { say } from './chat.ts';
import type { Decided } from './decision.ts';
import { move } from './moves.ts';
import { answer, clearAction, clearOfflineSurrender, offer } from './offers.ts';
import { crowd, join, leave, leaveSpectating, presence, setTimeControl, surrender } from './seats.ts';
import { flag, giveBack, look } from './watch.ts';

/**
 * The one place where a room changes: pure and total. `room` is null where none is stored (only `join` makes
 * one); `now` is epoch ms. Refusals are codes of the protocol's catalogue, and change nothing. What a kind of room
 * allows is in `policies`.
 */
export function decide(
  room: Room | null,
  roomId: string,
  command: RoomCommand,
  now: number,
  policies: Readonly<Record<RoomKind, RoomPolicy>> = POLICIES,
): Decided {
  const known = room ?? (command.type === 'join' ? emptyRoom(roomId, 'casual') : null);
  if (!known) return err('ROOM_NOT_FOUND');
  const policy = policies[known.header.kind];
  const refusal = policyRefusal(known, command, policy);
  return refusal ? err(refusal) : carriedOut(known, command, policy, now);
}

function carriedOut(room: Room, command: RoomCommand, policy: RoomPolicy, now: number): Decided {
  switch (command.type) {
    case 'join':
      return join(room, command, policy, now);
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
      return giveBack(room, command, now);
  }
}
