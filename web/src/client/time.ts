import { createStore } from 'zustand/vanilla';

/** `offset`: server time minus device time, as far as replies have shown. Milliseconds. */
const clockStore = createStore<{ offset: number }>(() => ({ offset: 0 }));

/**
 * Returns the offset after a reply: requested at `sentAt`, received at `receivedAt` (device time), with the server's time
 * in whole seconds. It changes only if the reply contradicts it. Pure.
 */
export function offsetAfter(known: number, serverTime: number, sentAt: number, receivedAt: number): number {
  const seen = serverTime + 500 - (sentAt + receivedAt) / 2;
  const error = 500 + (receivedAt - sentAt) / 2;
  return Math.abs(seen - known) <= error ? known : seen;
}

/** Observes the server's clock in a reply. */
export function observeServerTime(serverTime: number, sentAt: number, receivedAt: number): void {
  clockStore.setState(({ offset }) => ({ offset: offsetAfter(offset, serverTime, sentAt, receivedAt) }));
}

/** Returns a time of this device as server time. Epoch ms. */
export function toServerTime(deviceTime: number): number {
  return deviceTime + clockStore.getState().offset;
}

/** Returns the server's time, for comparisons with times of the server. The device's clock may be wrong. Epoch ms. */
export function serverNow(): number {
  return toServerTime(Date.now());
}

/** Returns this device's time, for comparisons with times that this device stored. Epoch ms. */
export function deviceNow(): number {
  return Date.now();
}
