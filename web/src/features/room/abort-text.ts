import { POLICIES } from '@doushouqi/protocol';
import { plyOf, type RoomView, seatOf } from '@doushouqi/room';
import type { Side } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import { t } from './texts.ts';

/** Returns whether a side let the time for its first move run out; else it gave up before. Pure. */
function isLate(room: RoomView, side: Side): boolean {
  const { kind, timeControl, timeLeft } = room.header;
  const { firstMoveTime } = POLICIES[kind];
  if (firstMoveTime === null || !timeControl || plyOf(room) !== (side === 'red' ? 0 : 1)) return false;
  return timeControl.initial * 60_000 - timeLeft[side] >= firstMoveTime;
}

/** Returns who ended an aborted game, and how, for the player of a side or a spectator. Pure. */
export function abortText(room: RoomView, own: Side | null): string {
  const { abortedBy, kind } = room.header;
  const side = abortedBy === null ? null : seatOf(room.header, abortedBy);
  if (side === null) return t('abort.why.both');
  const how = isLate(room, side) ? 'late' : 'left';
  const who = own === null ? 'side' : own === side ? 'you' : 'other';
  const seconds = (POLICIES[kind].firstMoveTime ?? 0) / 1000;
  return t(`abort.why.${how}.${who}`, { side: boardText(`sideName.${side}`), seconds });
}

/** Returns what canceling means before the game counts: often doing so to people pauses the pairing. Pure. */
export function abortWarning({ header: { kind } }: RoomView): string {
  return t(`abort.message.${POLICIES[kind].yields ? 'bot' : 'person'}`);
}
