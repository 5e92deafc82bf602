import type { RoomEvent, RoomSnapshot } from '@doushouqi/protocol';
import { type RoomView, viewAfter, viewOfSnapshot } from '@doushouqi/room';
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
