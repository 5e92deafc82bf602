import type { GuestName, Session } from '@doushouqi/protocol';
import { api } from '../../client/api.ts';
import { withProof } from '../../client/proof.ts';
import { randomId } from '../../client/random-id.ts';
import { KEYS, tabStorage } from '../../client/storage.ts';

/** Returns the key of a new guest with this name, the same after a reload. */
function keyFor(nickname: string): string {
  const [known, name] = tabStorage.getItem(KEYS.newGuest)?.split(' ', 2) ?? [];
  if (known !== undefined && name === encodeURIComponent(nickname)) return known;
  const key = randomId();
  tabStorage.setItem(KEYS.newGuest, `${key} ${encodeURIComponent(nickname)}`);
  return key;
}

/** Creates a guest; if the reply was lost, the next attempt with the same name returns the guest. Throws `ApiError`. */
export async function createGuest({ nickname, avatar }: GuestName): Promise<Session> {
  const body = { nickname, avatar, key: keyFor(nickname) };
  const made = await withProof((work) => api.createGuest({ body: { ...body, ...work } }));
  tabStorage.removeItem(KEYS.newGuest);
  return made;
}
