import type { RoomEvent, RoomHeader, RoomSnapshot } from '@doushouqi/protocol';
import { type Game, newGame, parseRecord, play, plyCount } from '@doushouqi/rules';

/** A room as this client knows it, evolved from snapshots and events (design §5). Pure. */

/** Online games know no draw of 100 rounds (spec §4). */
const ONLINE_RULES = { hundredRounds: false };

export interface RoomState {
  roomId: string;
  /** Version of the last event that is in it. */
  v: number;
  header: RoomHeader;
  /** The confirmed game, replayed by the rules. */
  game: Game;
}

/** What became of an event: `gap` means that something is missing before it, or that it makes no sense here. */
export type Applied = { kind: 'applied'; room: RoomState } | { kind: 'stale' } | { kind: 'gap' };

const headerOf = (source: RoomHeader): RoomHeader => ({
  gameId: source.gameId,
  createdBy: source.createdBy,
  players: source.players,
  spectators: source.spectators,
  departed: source.departed,
  status: source.status,
  winner: source.winner,
  endReason: source.endReason,
  timeControl: source.timeControl,
  timeLeft: source.timeLeft,
  lastMoveTime: source.lastMoveTime,
});

/** The room of a snapshot; null when its record cannot be replayed. */
export const roomOfSnapshot = (snapshot: RoomSnapshot): RoomState | null => {
  const game = parseRecord(snapshot.record, { rules: ONLINE_RULES });
  if (!game.ok) return null;
  return { roomId: snapshot.roomId, v: snapshot.v, header: headerOf(snapshot), game: game.value };
};

/** The room after one event: the next version is applied, an older one dropped, a later one is a gap. */
export const applyEvent = (room: RoomState, event: RoomEvent): Applied => {
  if (event.v <= room.v) return { kind: 'stale' };
  if (event.v > room.v + 1) return { kind: 'gap' };
  if (event.type === 'gameStateUpdate') {
    const game = event.gameId === room.header.gameId ? room.game : newGame(ONLINE_RULES);
    return { kind: 'applied', room: { ...room, v: event.v, header: headerOf(event), game } };
  }
  const fits = event.gameId === room.header.gameId && event.ply === plyCount(room.game) + 1;
  const played = fits ? play(room.game, event) : null;
  if (!played?.ok) return { kind: 'gap' };
  const { timeLeft, lastMoveTime } = event;
  const header = { ...room.header, timeLeft, lastMoveTime };
  return { kind: 'applied', room: { ...room, v: event.v, header, game: played.value } };
};

/** Whether the three ended states of spec §4 are reached. */
export const isOver = ({ header }: RoomState): boolean =>
  header.status !== 'waiting' && header.status !== 'playing';
