import { findRows } from './query/find.ts';
import type { Store } from './storage/store.ts';

/** Removes the documents whose date in a TTL index is older than the index allows. */
export function removeExpired(store: Store, now: Date): void {
  for (const collection of store.collections()) {
    for (const { spec, fields } of collection.indexes) {
      if (spec.expireAfterSeconds === undefined) continue;
      const limit = new Date(now.getTime() - spec.expireAfterSeconds * 1000);
      const filter = { [fields[0]![0]]: { $lte: limit } };
      for (const { idKey } of findRows(collection, { filter }).rows) store.set(collection, idKey, null);
    }
  }
}
