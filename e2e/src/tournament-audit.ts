import { contextOfTournament, fromWireWinner, type WireWinner } from '@doushouqi/protocol';
import type { RoomStore } from '@doushouqi/room-core';
import type { RedisClient } from '@doushouqi/service-kit';
import { keysLike } from '@doushouqi/service-kit/testing';
import type { Db } from 'mongodb';

/** An event of a tournament, with the fields that the audit reads. */
export interface AuditedEvent {
  kind: string;
  game: string;
  red: string;
  blue: string;
  player: string;
  reason: 'odd' | 'late' | 'requested';
}

interface StoredGame {
  _id: string;
  red: string;
  blue: string;
  result: 'red' | 'blue' | 'draw' | 'void';
  isForfeit: boolean;
  at: number;
}

/** What an ended tournament has. `lost`: games of rooms that it has not, or with another result. */
export interface Audit {
  games: number;
  void: number;
  lost: string[];
  /** Games that ended or are stored more than once. */
  twice: string[];
  /** Players who were in two games at once. */
  double: string[];
  /** Points that differ from those of the stored games, and everything else that does not agree. */
  wrong: string[];
}

export interface AuditedStores {
  redis: RedisClient;
  rooms: RoomStore;
  db: Db;
}

export async function eventsOf(redis: RedisClient, id: string): Promise<AuditedEvent[]> {
  return (await redis.lrange(`{tournament:${id}}:events`, 0, -1)).map((text) => JSON.parse(text));
}

/** Checks the order of events. */
function auditEvents(events: readonly AuditedEvent[], { twice, double }: Audit): void {
  const games = new Map<string, readonly [string, string]>();
  const [over, busy] = [new Set<string>(), new Set<string>()];
  for (const { kind, game, red, blue } of events) {
    if (kind === 'paired') {
      if (games.has(game)) twice.push(`${game} paired`);
      games.set(game, [red, blue]);
      for (const id of [red, blue]) {
        if (busy.has(id)) double.push(id);
        busy.add(id);
      }
    }
    if (kind === 'finished') {
      if (over.has(game)) twice.push(`${game} ended`);
      over.add(game);
      for (const id of games.get(game) ?? []) busy.delete(id);
    }
  }
}

/** Returns the result of the game in a room: `void` if it ended without one, null while it runs. */
async function resultInRoom(rooms: RoomStore, roomId: string): Promise<StoredGame['result'] | null> {
  const room = await rooms.load(roomId);
  if (room === null) return 'void';
  const { status, winner, abortedBy, players } = room.header;
  if (status === 'playing') return null;
  if (abortedBy !== null) return players.indexOf(abortedBy) === 0 ? 'blue' : 'red';
  return winner ?? 'void';
}

/** Returns the rooms of a tournament, whether it knows them or not. */
async function roomsOf({ redis, rooms }: AuditedStores, context: string): Promise<string[]> {
  const ids = (await keysLike(redis, '{room:*}:state:*')).map((key) =>
    key.slice('{room:'.length, key.indexOf('}')),
  );
  const loaded = await Promise.all(ids.map(async (id) => ({ id, room: await rooms.load(id) })));
  return loaded.flatMap(({ id, room }) => (room?.header.context === context ? [id] : []));
}

async function auditRooms(
  stores: AuditedStores,
  { id, games }: { id: string; games: readonly StoredGame[] },
  { lost, wrong, double }: Audit,
): Promise<void> {
  const context = contextOfTournament(id);
  const known = new Map(games.map((game) => [game._id, game]));
  const found = await roomsOf(stores, context);
  const playing: string[] = [];
  for (const roomId of new Set([...found, ...known.keys()])) {
    const [inRoom, here] = [await resultInRoom(stores.rooms, roomId), known.get(roomId)?.result];
    if (inRoom !== here) lost.push(`${roomId}: ${inRoom} in the room, ${here} in the tournament`);
    if (inRoom === null) playing.push(...(await stores.rooms.load(roomId))!.header.players);
    if ((await stores.rooms.undelivered(roomId)).length > 0) wrong.push(`${roomId} is not delivered`);
  }
  double.push(...playing.filter((player, n) => playing.indexOf(player) !== n));
  const records = await stores.db
    .collection<{ gameId: string; winner: WireWinner }>('gamerecords')
    .find({ context })
    .toArray();
  for (const { gameId, winner } of records)
    if (fromWireWinner(winner) !== known.get(gameId)?.result) lost.push(`${gameId} in the history`);
  const ended = games.filter(({ result, isForfeit }) => result !== 'void' && !isForfeit);
  if (records.length !== ended.length) wrong.push(`${records.length} of ${ended.length} in the history`);
}

/** Points of an arena without draws: two for a win, twice as many after two in a row; a forfeit never doubles. */
function arenaPoints(player: string, games: readonly StoredGame[]): number {
  let [points, streak] = [0, 0];
  for (const { red, result, isForfeit } of games) {
    const isWon = (red === player) === (result === 'red');
    if (isWon) points += streak >= 2 && !isForfeit ? 4 : 2;
    if (!isWon) streak = 0;
    else if (!isForfeit) streak += 1;
  }
  return points;
}

function swissPoints(player: string, games: readonly StoredGame[], events: readonly AuditedEvent[]): number {
  const wins = games.filter(({ red, result }) => (red === player) === (result === 'red')).length;
  const byes = events.filter((event) => event.kind === 'bye' && event.player === player);
  return wins + byes.reduce((sum, { reason }) => sum + (reason === 'odd' ? 1 : 0.5), 0);
}

/** Compares a stored tournament of games without draws with its rooms, the history and its own events. */
export async function auditTournament(stores: AuditedStores, id: string): Promise<Audit> {
  const { redis, db } = stores;
  const tournament = await db
    .collection<{
      _id: string;
      kind: string;
      endedAt: number | null;
      standings: { userId: string; points: number }[];
    }>('tournaments')
    .findOne({ _id: id });
  const games = await db
    .collection<StoredGame>('tournamentgames')
    .find({ tournamentId: id } as object)
    .sort({ at: 1 })
    .toArray();
  const events = await eventsOf(redis, id);
  const counted = games.filter(({ result }) => result !== 'void');
  const audit: Audit = {
    ...{ games: games.length, void: games.length - counted.length },
    ...{ lost: [], twice: [], double: [], wrong: [] },
  };
  if (tournament?.endedAt == null) audit.wrong.push('has not ended');
  auditEvents(events, audit);
  await auditRooms(stores, { id, games }, audit);
  for (const { userId, points } of tournament?.standings ?? []) {
    const own = counted.filter(({ red, blue }) => red === userId || blue === userId);
    const right = tournament!.kind === 'arena' ? arenaPoints(userId, own) : swissPoints(userId, own, events);
    if (points !== right) audit.wrong.push(`${userId} has ${points} instead of ${right} points`);
  }
  return audit;
}
