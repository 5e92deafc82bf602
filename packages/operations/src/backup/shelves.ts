import { slotOf } from '@doushouqi/service-kit';

/**
 * Where a restore puts keys and collections: the restored ones are `staged` until all of them are there; the former
 * ones are set aside until the restored ones are compared; `compared` holds a single key.
 */
export type Shelf = 'staged' | 'former' | 'compared';

const KEYS = 'restore:';
const COLLECTIONS = 'restore.';
/** Collection with the state of a restore. */
export const JOURNAL = `${COLLECTIONS}journal`;

/** Returns the hash tag of a key, as in Redis Cluster: keys with the same tag change together. */
export function tagOf(key: string): string | undefined {
  const open = key.indexOf('{');
  const close = key.indexOf('}', open + 1);
  return open >= 0 && close > open + 1 ? key.slice(open + 1, close) : undefined;
}

/** Returns a tag without `}` in the slot of a key, so that a renamed key stays on its server. */
function tagInSlotOf(key: string): string {
  const tag = tagOf(key) ?? key;
  if (!tag.includes('}')) return tag;
  const slot = slotOf(key);
  for (let n = 0; ; n++) if (slotOf(String(n)) === slot) return String(n);
}

/** Returns the name of a key on a shelf, in the same slot. Pure. */
export function shelvedKey(shelf: Shelf, key: string): string {
  return `${KEYS}${shelf}:{${tagInSlotOf(key)}}${key}`;
}

/** Returns the key of a name on this shelf, or undefined for another name. Pure. */
export function keyOn(shelf: Shelf, name: string): string | undefined {
  const prefix = `${KEYS}${shelf}:{`;
  return name.startsWith(prefix) ? name.slice(name.indexOf('}', prefix.length) + 1) : undefined;
}

/** Returns whether the product uses this key, and not a restore. Pure. */
export function isLiveKey(name: string): boolean {
  return !name.startsWith(KEYS);
}

/** Returns the name of a collection on a shelf. Pure. */
export function shelvedCollection(shelf: Shelf, name: string): string {
  return `${COLLECTIONS}${shelf}.${name}`;
}

/** Returns the collection of a name on this shelf, or undefined for another name. Pure. */
export function collectionOn(shelf: Shelf, name: string): string | undefined {
  const prefix = shelvedCollection(shelf, '');
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/** Returns whether the product uses this collection, and not a restore. Pure. */
export function isLiveCollection(name: string): boolean {
  return !name.startsWith(COLLECTIONS) && !name.startsWith('system.');
}
