import { randomInt, randomUUID } from 'node:crypto';
import {
  isAssignedRoom,
  isChatPhrase,
  MAX_SPECTATORS,
  POLICIES,
  type RoomSnapshot,
  type TimeControl,
  UNKNOWN_NICKNAME,
} from '@doushouqi/protocol';
import {
  cooldownLeft,
  isWatchable,
  maySee,
  type OfferKind,
  type Room,
  type RoomChoices,
  type RoomCommand,
  type SayCommand,
  type Seat,
  seatOf,
  seatsTaken,
  snapshotOf,
  viewVisibleTo,
} from '@doushouqi/room';
import type { CommandResult, Origin } from '@doushouqi/room-core';
import { SIDES } from '@doushouqi/rules';
import {
  type AppError,
  errorOf,
  refuseGame,
  refuseSanctioned,
  requireMember,
  type SerializedReply,
  type VerifiedToken,
} from '@doushouqi/service-kit';
import type { PrivateText, RoomContext } from './context.ts';
import { presentRoomDetails } from './room-details.ts';

type RefusedCommand = Extract<CommandResult, { ok: false }>;

/** Seconds after which a retry may succeed. */
const RETRY_AFTER: Partial<Record<RefusedCommand['code'], number>> = { ROOM_BUSY: 1, CHAT_FLOOD: 10 };
const WAIT_FOR: Record<OfferKind, string> = { draw: '求和', undo: '悔棋', reset: '请求' };

/** Adds the remaining wait in whole seconds. */
function cooling(room: Room, userId: string, kind: OfferKind, now: number): AppError {
  const seconds = Math.max(1, Math.ceil(cooldownLeft(room, userId, kind, now) / 1000));
  return errorOf('OFFER_COOLDOWN', { message: `请等待 ${seconds} 秒后再${WAIT_FOR[kind]}` });
}

/** Returns the error of a refused command. `now` in epoch ms. */
function refusalOf({ code, room }: RefusedCommand, command: RoomCommand, now: number): AppError {
  if (code === 'OFFER_COOLDOWN' && room && command.type === 'offer') {
    return cooling(room, command.userId, command.kind, now);
  }
  const retryAfter = RETRY_AFTER[code];
  return errorOf(code, retryAfter === undefined ? {} : { retryAfter });
}

type AcceptedCommand = Extract<CommandResult, { ok: true }>;

/** Executes a command and throws its refusal. `seen`: see `RoomCommands`. */
export async function execute(
  { commands, now }: Pick<RoomContext, 'commands' | 'now'>,
  roomId: string,
  command: RoomCommand,
  seen?: Room | null,
): Promise<AcceptedCommand> {
  const result = await commands.execute(roomId, command, seen);
  if (!result.ok) throw refusalOf(result, command, now());
  return result;
}

interface WrittenLine {
  content: string;
  /** The opponent who gets it as a private message; absent for a line to the room. */
  toId?: string | undefined;
}

/**
 * Throws the refusal of a line that its author may not write: guests and muted users send ready-made phrases only, and
 * no private messages. `now` in epoch ms.
 */
export function refuseWriting(
  user: Pick<VerifiedToken, 'role' | 'sanctions' | 'visit'>,
  { content, toId }: WrittenLine,
  now: number,
): void {
  if (toId === undefined && isChatPhrase(content)) return;
  requireMember(user, toId === undefined ? 'PHRASES_ONLY' : 'MESSAGES_FOR_MEMBERS');
  refuseSanctioned(user, 'mute', now);
}

/** Sends a line to the room. Throws IMPROPER_TEXT and the room's refusal. */
export async function sayInRoom(
  context: Pick<RoomContext, 'commands' | 'moderator' | 'now'>,
  roomId: string,
  line: Omit<SayCommand, 'type'>,
): Promise<AcceptedCommand> {
  const improper = await context.moderator.moderate(line.content);
  if (improper !== null) throw errorOf(improper);
  return execute(context, roomId, { type: 'say', ...line });
}

/**
 * Sends a private message to the opponent. The room is not changed and does not wait for social. Throws
 * ROOM_NOT_FOUND, SPECTATOR_SILENT, NOT_OPPONENT, and the refusals of social.
 */
export async function messageOpponent(
  { store, deliver }: Pick<RoomContext, 'store' | 'deliver'>,
  roomId: string,
  text: PrivateText,
  requestId: string,
): Promise<Room> {
  const room = await store.load(roomId);
  if (!room) throw errorOf('ROOM_NOT_FOUND');
  const { fromId, toId } = text;
  if (seatOf(room.header, fromId) === null) throw errorOf('SPECTATOR_SILENT');
  if (toId === fromId || seatOf(room.header, toId) === null) throw errorOf('NOT_OPPONENT');
  await deliver(text, requestId);
  return room;
}

/** Takes a seat of a numbered room before its commit. Throws TOO_MANY_GAMES, ADDRESS_TOO_MANY_GAMES. */
async function takeSeat({ places }: Pick<RoomContext, 'places'>, roomId: string, seat: Seat): Promise<void> {
  const taken = await places.take(roomId, [seat]);
  if (!taken.ok) throw errorOf(taken.index === null ? 'ADDRESS_TOO_MANY_GAMES' : 'TOO_MANY_GAMES');
}

/**
 * Gives the seats of a user in waiting and running rooms to another user: `roomId`, if not null, every numbered room, and
 * the room of the paired game. Idempotent. Rejects with ROOM_BUSY.
 */
export async function replacePlayer(
  context: Pick<RoomContext, 'store' | 'commands' | 'places' | 'pairedGames' | 'now'>,
  { userId, by, roomId }: { userId: string; by: string; roomId: string | null },
): Promise<string[]> {
  const [timed, untimed] = await Promise.all(
    (['timed', 'untimed'] as const).map((kind) => context.places.roomsOf(userId, kind)),
  );
  const paired = await context.pairedGames.gameOf(userId);
  const own = [...timed!, ...untimed!, paired?.roomId ?? null, roomId];
  const known = new Set(own.filter((id) => id !== null));
  const replaced: string[] = [];
  for (const id of known) {
    const room = await context.store.load(id);
    if (room === null || seatOf(room.header, userId) === null) continue;
    const { isUntimed } = seatsTaken(room).find((seat) => seat.userId === userId) ?? {};
    if (isUntimed !== undefined) await context.places.note(id, { userId: by, isUntimed });
    await execute(context, id, { type: 'replacePlayer', userId, by }, room);
    replaced.push(id);
  }
  // Last: a repeated call finds the room by it.
  await context.pairedGames.handOver(userId, by);
  return replaced;
}

/** Sets the time control of a waiting room; a room without clocks then counts as one with clocks. */
export async function setTimeControl(
  context: Pick<RoomContext, 'store' | 'commands' | 'places' | 'now'>,
  roomId: string,
  userId: string,
  { initial, increment }: TimeControl,
): Promise<AcceptedCommand> {
  const room = await context.store.load(roomId);
  const isOwn = room?.header.createdBy === userId && room.header.gameId === null;
  if (isOwn) await takeSeat(context, roomId, { userId, isUntimed: false });
  return execute(context, roomId, { type: 'setTimeControl', userId, initial, increment }, room);
}

/** Returns whether an open room has no present player, so that the next user opens it again. */
function isEmpty({ header: { kind, players, departed } }: Room): boolean {
  return POLICIES[kind].seats === 'open' && players.every((id) => departed.includes(id));
}

/** Returns whether a new user can only watch: both seats are taken and a player is present. */
function canOnlyWatch(room: Room, userId: string): boolean {
  const { header } = room;
  return header.players.length === 2 && !isEmpty(room) && seatOf(header, userId) === null;
}

/** Adds a spectator. Throws ROOM_FULL. */
async function watch(
  { spectators }: Pick<RoomContext, 'spectators'>,
  room: Room,
  userId: string,
): Promise<Room> {
  const present = room.header.spectators;
  if (!isWatchable(room.header)) throw errorOf('SPECTATORS_CLOSED');
  if (present.includes(userId)) return room;
  if (present.length >= MAX_SPECTATORS) throw errorOf('ROOM_FULL');
  const result = await spectators.admit(room.id, userId);
  if (!result.ok) throw errorOf(result.code);
  if (!result.room.header.spectators.includes(userId)) throw errorOf('ROOM_FULL');
  return result.room;
}

interface Joining {
  roomId: string;
  userId: string;
  origin: Origin;
  /** Creates a missing room. */
  create: boolean;
  /** Takes a free seat. */
  seat: boolean;
  /** Count if the user opens the room. */
  choices?: RoomChoices | undefined;
}

/**
 * Gives a user a seat, or adds a spectator if both seats are taken. Idempotent. Throws ROOM_FULL, SPECTATORS_CLOSED,
 * READ_ONLY, TOO_MANY_GAMES, ADDRESS_TOO_MANY_GAMES, ROOM_NOT_FOUND if the room may not be created, and SEAT_FREE if the user may
 * take no seat.
 */
export async function joinRoom(
  context: Pick<RoomContext, 'store' | 'commands' | 'places' | 'spectators' | 'site' | 'now'>,
  { roomId, userId, origin, create, seat, choices }: Joining,
): Promise<Room> {
  const known = await context.store.load(roomId);
  if (!known && (!create || isAssignedRoom(roomId))) throw errorOf('ROOM_NOT_FOUND');
  if (known && canOnlyWatch(known, userId)) return watch(context, known, userId);
  const isOpening = known === null || isEmpty(known);
  if (isOpening || seatOf(known.header, userId) === null) {
    if (!seat) throw errorOf('SEAT_FREE');
    await refuseGame(context.site, { rated: false, now: context.now() });
    const timeControl = isOpening ? choices?.timeControl : known.header.timeControl;
    await context.places.noteOrigin(userId, origin);
    await takeSeat(context, roomId, { userId, isUntimed: timeControl === null });
  }
  const drawn = SIDES[randomInt(2)]!;
  const command = { type: 'join', userId, newGameId: randomUUID(), drawn, choices } as const;
  return (await execute(context, roomId, command, known)).room;
}

/** Stores the nicknames of players for the realtime nodes. Never rejects: names are no reason to refuse. */
export async function noteNames(
  { store, profileOf, onUnnamed }: Pick<RoomContext, 'store' | 'profileOf' | 'onUnnamed'>,
  roomId: string,
  players: readonly string[],
): Promise<void> {
  const note = async (userId: string): Promise<void> => {
    const { nickname } = await profileOf(userId);
    if (nickname !== UNKNOWN_NICKNAME) await store.noteName(roomId, userId, nickname);
  };
  try {
    await Promise.all(players.map(note));
  } catch (error) {
    onUnnamed(error, roomId);
  }
}

type Parts = Pick<RoomContext, 'store' | 'blocks' | 'histories' | 'profileOf' | 'now'>;

const NO_USERS: ReadonlySet<string> = new Set();

/** Returns the room without the lines that the reader, null for a visitor, may not see. */
async function visibleTo(
  { blocks }: Pick<Parts, 'blocks'>,
  room: Room,
  userId: string | null,
): Promise<Room> {
  if (room.chat.length === 0) return room;
  return viewVisibleTo(room, { userId, blocked: userId === null ? NO_USERS : await blocks.of(userId) });
}

/**
 * Shows a room in full or compact form. `userId`: the reader, undefined for a visitor; lines of users that the reader
 * blocked, and of other shadow-muted users, are omitted. Throws ROOM_NOT_FOUND, SPECTATORS_CLOSED.
 */
export async function showRoom(
  { store, blocks, histories, profileOf, now }: Parts,
  roomId: string,
  view: 'full' | 'compact',
  userId: string | undefined,
): Promise<SerializedReply | RoomSnapshot> {
  const room = await store.load(roomId);
  if (!room) throw errorOf('ROOM_NOT_FOUND');
  if (!maySee(room.header, userId ?? null)) throw errorOf('SPECTATORS_CLOSED');
  const shown = await visibleTo({ blocks }, room, userId ?? null);
  if (view === 'compact') return snapshotOf(shown, now());
  const { lastAction } = room.header;
  const nickname = lastAction ? (await profileOf(lastAction.by)).nickname : '';
  return presentRoomDetails(shown, nickname, histories);
}
