import { POLICIES } from '@doushouqi/protocol';
import { plyOf, type RoomView, seatOf } from '@doushouqi/room';
import { otherSide, type Side } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import { t as tableText } from '../../shared/table/texts.ts';
import { t } from './result-texts.ts';

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
  if (side === null) return t('why.both');
  const how = isLate(room, side) ? 'late' : 'left';
  const who = own === null ? 'side' : own === side ? 'you' : 'other';
  const { firstMoveTime, returnsTo } = POLICIES[kind];
  const details = { side: boardText(`sideName.${side}`), seconds: (firstMoveTime ?? 0) / 1000 };
  return returnsTo === 'context' ? t(`forfeit.${how}.${who}`, details) : t(`why.${how}.${who}`, details);
}

/** Returns the heading of an aborted game of a tournament, which its opponent has won; null for another game. Pure. */
export function forfeitTitle({ header }: RoomView, own: Side | null): string | null {
  const { kind, status, abortedBy } = header;
  if (status !== 'aborted' || abortedBy === null || POLICIES[kind].returnsTo !== 'context') return null;
  const loser = seatOf(header, abortedBy);
  if (loser === null) return null;
  if (own !== null) return tableText(`result.${own === loser ? 'lost' : 'won'}`);
  return tableText(`result.${otherSide(loser)}`);
}
