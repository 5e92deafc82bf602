import { type CatchUp, fromWireEvent, type RoomEvent, type RoomSnapshot } from '@doushouqi/protocol';
import { type RoomView, viewAfter, viewOfSnapshot } from '@doushouqi/room';
import { gameMoves, type Point, plyCount } from '@doushouqi/rules';
import { logged, type RoomLogEntry } from './room-log.ts';

/** A room as this client has watched it: the view that everybody folds, and what happened meanwhile. */
export interface WatchedRoom extends RoomView {
  /** Oldest first; no event carries it. */
  readonly log: readonly RoomLogEntry[];
}

/** What became of an event: `gap` means that something is missing before it, or that it makes no sense here. */
type Applied = { kind: 'applied'; room: WatchedRoom } | { kind: 'stale' } | { kind: 'gap' };

/** The room of a snapshot, with the log of the `known` room continued; null when its record cannot be replayed. */
export function roomOfSnapshot(snapshot: RoomSnapshot, known: WatchedRoom | null = null): WatchedRoom | null {
  const view = viewOfSnapshot(snapshot);
  if (!view) return null;
  // What led to the first sight of a room lies before everything that is said in it.
  const at = known ? snapshot.serverTime : 0;
  return { ...view, log: logged(known?.log ?? [], known?.header ?? null, view.header, { v: view.v, at }) };
}

/** The room after one event: the next version is applied, an older one dropped, a later one is a gap. */
export function applyEvent(room: WatchedRoom, event: RoomEvent): Applied {
  if (event.v <= room.v) return { kind: 'stale' };
  const view = viewAfter(room, event);
  if (!view) return { kind: 'gap' };
  const log = event.type === 'gameStateUpdate' ? logged(room.log, room.header, view.header, event) : room.log;
  return { kind: 'applied', room: { ...view, log } };
}

/**
 * The one place that decides what a client does with what the server says, in a running connection and after
 * a broken one (lessons A1–A3, A10). Pure: from (what I have, what the server says) to data.
 */

/** My move that the server has not confirmed yet; there is never more than one. */
export interface PendingMove {
  /** Command id: the server does the same id once. */
  id: string;
  gameId: string;
  /** Half-moves played before it: it makes sense at this point only. */
  ply: number;
  from: Point;
  to: Point;
  /** Its acknowledgement may still come; false once its outcome is unknown. */
  awaiting: boolean;
}

export interface Local {
  room: WatchedRoom | null;
  pending: PendingMove | null;
}

/**
 * What became of the pending move: `confirmed` it stands in the game; `overtaken` the game went another way, so
 * it is taken back; `resend` the server is exactly where it was and has not seen it; `kept` wait on; `none`
 * there is no such move.
 */
export type Fate = 'none' | 'kept' | 'confirmed' | 'overtaken' | 'resend';

export interface Reconciled {
  local: Local;
  fate: Fate;
  /** Something is missing: ask for a whole snapshot. */
  gap: boolean;
}

function samePlace(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

function fateOf(room: WatchedRoom, pending: PendingMove): 'open' | 'confirmed' | 'overtaken' {
  if (room.header.gameId !== pending.gameId) return 'overtaken';
  const ply = plyCount(room.game);
  if (ply > pending.ply) {
    // The ply decides whose move it is, so an equal move there is mine, whichever copy of it arrived.
    const made = gameMoves(room.game)[pending.ply]!;
    return samePlace(made.from, pending.from) && samePlace(made.to, pending.to) ? 'confirmed' : 'overtaken';
  }
  return ply === pending.ply && room.header.status === 'playing' ? 'open' : 'overtaken';
}

function settle(room: WatchedRoom | null, pending: PendingMove | null, gap: boolean): Reconciled {
  if (!room || !pending) return { local: { room, pending }, fate: pending ? 'kept' : 'none', gap };
  const fate = fateOf(room, pending);
  if (fate === 'open') return { local: { room, pending }, fate: 'kept', gap };
  return { local: { room, pending: null }, fate, gap };
}

/** One event from the stream. A gap leaves everything as it is. */
export function receive(local: Local, event: RoomEvent): Reconciled {
  if (!local.room) return settle(null, local.pending, true);
  const applied = applyEvent(local.room, event);
  if (applied.kind === 'applied') return settle(applied.room, local.pending, false);
  return { local, fate: local.pending ? 'kept' : 'none', gap: applied.kind === 'gap' };
}

function caughtUp(
  room: WatchedRoom | null,
  answer: CatchUp,
  isLatest: boolean,
): { room: WatchedRoom | null; gap: boolean } {
  if (answer.kind === 'upToDate') return { room, gap: room === null };
  if (answer.kind === 'snapshot') {
    if (room && answer.room.v < room.v && !isLatest) return { room, gap: false };
    const fresh = roomOfSnapshot(answer.room, room);
    return { room: fresh ?? room, gap: fresh === null };
  }
  let current = room;
  for (const event of answer.events) {
    const applied = current ? applyEvent(current, fromWireEvent(event)) : ({ kind: 'gap' } as const);
    if (applied.kind === 'gap') return { room: current, gap: true };
    if (applied.kind === 'applied') current = applied.room;
  }
  return { room: current, gap: false };
}

/**
 * The server's answer to `joinRoom` or `syncRoom`. A pending move of unknown outcome is sent again only if the
 * server stands exactly where it stood when the move was made. `isLatest`: nothing that is known can be newer than the
 * answer, so where it is of an earlier version a failover of the server's store has undone the later ones.
 */
export function reconcile(local: Local, answer: CatchUp, isLatest = false): Reconciled {
  const { room, gap } = caughtUp(local.room, answer, isLatest);
  const settled = settle(room, local.pending, gap);
  const resend = !gap && settled.fate === 'kept' && settled.local.pending?.awaiting === false;
  return resend ? { ...settled, fate: 'resend' } : settled;
}
