import type { PersonalEvents } from '@doushouqi/protocol';

type Listeners = { [E in keyof PersonalEvents]?: Set<PersonalEvents[E]> };

const listeners: Listeners = {};

/**
 * Hears a personal event for as long as the page lives, whether there is a connection yet or not; returns the way to
 * stop. Events may be missed while the connection is away, so whoever listens asks again on `onReconnected`.
 */
export function onPersonal<E extends keyof PersonalEvents>(
  event: E,
  listener: PersonalEvents[E],
): () => void {
  const heard = (listeners[event] ??= new Set() as NonNullable<Listeners[E]>) as Set<PersonalEvents[E]>;
  heard.add(listener);
  return () => void heard.delete(listener);
}

const reconnected = new Set<() => void>();

/** Called each time the connection is there again after it was away. */
export function onReconnected(listener: () => void): () => void {
  reconnected.add(listener);
  return () => void reconnected.delete(listener);
}

/** Lobby lines are wanted from now on, or no more; kept over reconnections. */
export function watchLobby(_on: boolean): void {}
