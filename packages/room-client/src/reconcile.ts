import { type CatchUp, fromWireEvent, type RoomEvent, type RoomSnapshot } from '@doushouqi/protocol';
import { type RoomView, viewAfter, viewOfSnapshot } from '@doushouqi/room';
import { gameMoves, type Point, plyCount } from '@doushouqi/rules';
import { logged, type RoomLogEntry } from './room-log.ts';

/** A room as this client has seen it: the view that all clients compute, and the log of its events. */
export interface WatchedRoom extends RoomView {
  /** Oldest first; no event contains it. */
  readonly log: readonly RoomLogEntry[];
}

/** Result of an event. `gap`: an earlier event is missing, or this one cannot be applied. */
type Applied = { kind: 'applied'; room: WatchedRoom } | { kind: 'stale' } | { kind: 'gap' };

/**
 * Returns the room of a snapshot, with the log of the `known` room continued; null when its record cannot be
 * replayed.
 */
export function roomOfSnapshot(snapshot: RoomSnapshot, known: WatchedRoom | null = null): WatchedRoom | null {
  const view = viewOfSnapshot(snapshot);
  if (!view) return null;
  // Log entries of the first snapshot sort before all messages.
  const at = known ? snapshot.serverTime : 0;
  return { ...view, log: logged(known?.log ?? [], known?.header ?? null, view.header, { v: view.v, at }) };
}

/**
 * Returns the room after one event: the next version is applied, an older one is stale, a later one is a gap. Pure.
 */
export function applyEvent(room: WatchedRoom, event: RoomEvent): Applied {
  if (event.v <= room.v) return { kind: 'stale' };
  const view = viewAfter(room, event);
  if (!view) return { kind: 'gap' };
  const log = event.type === 'gameStateUpdate' ? logged(room.log, room.header, view.header, event) : room.log;
  return { kind: 'applied', room: { ...view, log } };
}

/**
 * Decides how the client handles data of the server, on a running connection and after a reconnect. Pure: from local
 * state and the server's data to new state.
 */

/** The own move that the server has not confirmed yet; there is at most one. */
export interface PendingMove {
  /** Command id: the server executes each id once. */
  id: string;
  gameId: string;
  /** Half-moves played before it: the move is valid only at this point. */
  ply: number;
  from: Point;
  to: Point;
  /** Its acknowledgement may still arrive; false once its outcome is unknown. */
  awaiting: boolean;
}

export interface Local {
  room: WatchedRoom | null;
  pending: PendingMove | null;
}

/**
 * Fate of the pending move. `confirmed`: it is part of the game. `overtaken`: the game continued differently, so it
 * is undone. `resend`: the server is at the same version and has not received it. `kept`: wait. `none`: there is no
 * such move.
 */
export type Fate = 'none' | 'pending' | 'confirmed' | 'overtaken' | 'resend';

export interface Reconciled {
  local: Local;
  fate: Fate;
  /** Versions are missing: request a whole snapshot. */
  gap: boolean;
}

function samePlace(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

function fateOf(room: WatchedRoom, pending: PendingMove): 'open' | 'confirmed' | 'overtaken' {
  if (room.header.gameId !== pending.gameId) return 'overtaken';
  const ply = plyCount(room.game);
  if (ply > pending.ply) {
    // The ply determines the side, so an equal move there is the own one, whichever copy of it arrived.
    const made = gameMoves(room.game)[pending.ply]!;
    return samePlace(made.from, pending.from) && samePlace(made.to, pending.to) ? 'confirmed' : 'overtaken';
  }
  return ply === pending.ply && room.header.status === 'playing' ? 'open' : 'overtaken';
}

function resolvePending(room: WatchedRoom | null, pending: PendingMove | null, gap: boolean): Reconciled {
  if (!room || !pending) return { local: { room, pending }, fate: pending ? 'pending' : 'none', gap };
  const fate = fateOf(room, pending);
  if (fate === 'open') return { local: { room, pending }, fate: 'pending', gap };
  return { local: { room, pending: null }, fate, gap };
}

/** Applies one event of the stream. A gap changes nothing. */
export function receive(local: Local, event: RoomEvent): Reconciled {
  if (!local.room) return resolvePending(null, local.pending, true);
  const applied = applyEvent(local.room, event);
  if (applied.kind === 'applied') return resolvePending(applied.room, local.pending, false);
  return { local, fate: local.pending ? 'pending' : 'none', gap: applied.kind === 'gap' };
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
 * Applies the server's answer to `joinRoom` or `syncRoom`. A pending move of unknown outcome is resent only if the
 * server is at the version where the move was made. `isLatest`: no local data can be newer than the answer, so an
 * earlier version means that a failover of the server's store lost the later ones.
 */
export function reconcile(local: Local, answer: CatchUp, isLatest = false): Reconciled {
  const { room, gap } = caughtUp(local.room, answer, isLatest);
  const resolved = resolvePending(room, local.pending, gap);
  const resend = !gap && resolved.fate === 'pending' && resolved.local.pending?.awaiting === false;
  return resend ? { ...resolved, fate: 'resend' } : resolved;
}
