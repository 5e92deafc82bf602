import { messageRefusal, OPEN_ROOM_KIND, type RoomEvent, type RoomKind } from '@doushouqi/protocol';
import { err, ok, otherSide } from '@doushouqi/rules';
import { compensated } from '../clock.ts';
import type { RoomCommand, SayCommand } from '../command.ts';
import { mayAbort, policyRefusal } from '../policy.ts';
import { emptyRoom, type PlayingRoom, type Room } from '../room.ts';
import { isPlaying, offlineDeadline, plyOf, seatOf, userOf } from '../view.ts';
import {
  aborted,
  type Decided,
  type Decision,
  endedNow,
  timeUp,
  unchanged,
  update,
  withEvents,
} from './decision.ts';
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

const MAX_COMPENSATION_MS = 60_000;

/** Executes a player's claim that the side to move has no time left. */
function flag(room: Room, userId: string, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('NOT_A_PLAYER');
  if (room.header.gameId === null) return err('NOT_PLAYING');
  if (!isPlaying(room)) return unchanged(room);
  const verdict = timeUp(room, now);
  return verdict ? ok(verdict) : err('NOT_FLAGGED');
}

/** Ends the game if a player was offline too long while the opponent was online; else returns null. */
function absenceVerdict(room: PlayingRoom, now: number): Decision | null {
  const deadline = offlineDeadline(room.header);
  if (!deadline || now < deadline.at) return null;
  if (mayAbort(room, deadline.side)) return aborted(room, deadline.side, now);
  const loser = userOf(room.header, deadline.side);
  const change = { offlinePlayerSurrendered: loser };
  return endedNow(room, otherSide(deadline.side), 'OFFLINE_SURRENDER', now, change);
}

/** Ends the game if its time ran out or a player was offline too long. Called by jobs and the sweeper. */
function check(room: Room, now: number): Decided {
  if (!isPlaying(room)) return unchanged(room);
  const verdict = timeUp(room, now) ?? absenceVerdict(room, now);
  return verdict ? ok(verdict) : unchanged(room);
}

/**
 * Compensates the side to move for an outage of the service, once for each `outage` and by at most `most` ms. The days of
 * a correspondence game are compensated only for a restored backup, which has a higher `most`.
 */
function compensate(
  room: Room,
  { outage, ms, most = MAX_COMPENSATION_MS }: { outage: string; ms: number; most?: number },
  now: number,
): Decided {
  if (!isPlaying(room) || room.outages.includes(outage)) return unchanged(room);
  const { moveDeadline } = room.header;
  if (moveDeadline !== null && most <= MAX_COMPENSATION_MS) return unchanged(room);
  const given = Math.min(ms, most);
  const clock =
    moveDeadline === null
      ? compensated(room.header, given, now)
      : { moveDeadline: moveDeadline + Math.max(0, given) };
  return ok(withEvents(room, [update(room, now, { ...clock, outage })]));
}

function say(room: Room, { userId, content, isShadowed }: SayCommand, now: number): Decided {
  if (!seatOf(room.header, userId)) return err('SPECTATOR_SILENT');
  const own = room.chat.filter((message) => message.fromId === userId);
  const refusal = messageRefusal(own, content, now);
  if (refusal) return err(refusal);
  const v = room.v + 1;
  const message: RoomEvent = {
    type: 'chatMessage',
    roomId: room.id,
    v,
    id: String(v),
    fromId: userId,
    content,
    ply: plyOf(room),
    timestamp: now,
    ...(isShadowed && { isShadowed }),
  };
  return ok(withEvents(room, [message]));
}

/** Removes those of the lines that the chat still has. */
function hideLines(room: Room, ids: readonly string[], now: number): Decided {
  const known = room.chat.map(({ id }) => id).filter((id) => ids.includes(id));
  if (known.length === 0) return unchanged(room);
  return ok(withEvents(room, [{ type: 'linesHidden', roomId: room.id, v: room.v + 1, at: now, ids: known }]));
}

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
      return say(room, command, now);
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
    case 'hideLines':
      return hideLines(room, command.ids, now);
    case 'check':
      return check(room, now);
    case 'compensate':
      return compensate(room, command, now);
  }
}
