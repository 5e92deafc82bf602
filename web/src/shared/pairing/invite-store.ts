import { createStore } from 'zustand/vanilla';
import { openChannel } from '../../client/windows.ts';
import { type Invites, NO_INVITES, resolveKey } from './invites.ts';

/** The invitation in this window, from a push or a heartbeat. */
export const inviteStore = createStore<Invites>(() => NO_INVITES);

/** The other windows of this browser; null without a channel, where the heartbeat informs them. */
const others = openChannel('invites');

others?.addEventListener('message', ({ data }: MessageEvent<string>) =>
  inviteStore.setState((invites) => resolveKey(invites, data)),
);

/** Removes an invitation in every window of this browser. */
export function resolveInvite(key: string): void {
  inviteStore.setState((invites) => resolveKey(invites, key));
  others?.postMessage(key);
}
