import type { RoomEvent } from '@doushouqi/protocol';

/**
 * The version of the last event in a published batch, without parsing it: a node hears the echo of each of its own
 * commits and drops it by this number, in about a tenth of the time that parsing a move takes (measured). A quote
 * within a string is escaped, so the last `"v":` is a key.
 */
export function lastVersionOf(batch: string): number {
  const at = batch.lastIndexOf('"v":');
  return at === -1 ? Number.NaN : Number.parseInt(batch.slice(at + 4, at + 20), 10);
}

function isEvent(value: unknown): value is RoomEvent {
  const { type, v } = (value ?? {}) as Partial<RoomEvent>;
  return typeof type === 'string' && Number.isSafeInteger(v);
}

/** The events of a published batch; throws where it is anything but a list of what has a type and a version. */
export function eventsIn(batch: string): RoomEvent[] {
  const events: unknown = JSON.parse(batch);
  if (!Array.isArray(events) || !events.every(isEvent)) throw new Error('not a batch of events');
  return events;
}

/** The one event of a published batch, as it stands there. */
export function jsonIn(batch: string): string {
  return batch.slice(1, -1);
}
