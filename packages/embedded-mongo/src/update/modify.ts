import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { type FindInput, findRows } from '../query/find.ts';
import { parseSort } from '../query/sort.ts';
import { type Store, withId } from '../storage/store.ts';
import { encodeDocument, isPlainObject } from '../values/codec.ts';
import { compileUpdate, isReplacement, upsertDocument } from './compile.ts';

/** A collection by name, which the first insertion makes. */
export interface Target {
  readonly store: Store;
  readonly db: string;
  readonly name: string;
}

interface Selection {
  readonly filter: unknown;
  readonly multi: boolean;
  readonly sort?: unknown;
}

/** One statement of the `update` command. */
export interface UpdateStatement extends Selection {
  readonly update: unknown;
  readonly upsert: boolean;
}

export interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  /** The last document that was matched, before and after. */
  readonly before: Document | null;
  readonly after: Document | null;
  readonly isUpserted: boolean;
}

function inputOf({ filter, sort, multi }: Selection): FindInput {
  if (!isPlainObject(filter)) throw new CommandError('TypeMismatch', 'a filter must be an object');
  return { filter, sort: parseSort(sort), limit: multi ? 0 : 1 };
}

/** Runs one update statement; each document is changed whole or not at all. Throws CommandError. */
export function modify({ store, db, name }: Target, statement: UpdateStatement): UpdateOutcome {
  const { update, multi, upsert } = statement;
  if (multi && isReplacement(update))
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
  const input = inputOf(statement);
  const apply = compileUpdate(update, input.filter);
  const collection = store.collection(`${db}.${name}`);
  const { rows } = findRows(collection, input);
  let modified = 0;
  let before: Document | null = null;
  let after: Document | null = null;
  for (const { idKey, doc } of rows) {
    before = doc;
    after = apply(doc, false);
    if (Buffer.compare(encodeDocument(before), encodeDocument(after)) === 0) continue;
    store.set(collection!, idKey, after);
    modified++;
  }
  if (rows.length > 0 || !upsert) return { matched: rows.length, modified, before, after, isUpserted: false };
  const inserted = withId(upsertDocument(input.filter, update, apply));
  store.insert(db, name, inserted);
  return { matched: 0, modified: 0, before: null, after: inserted, isUpserted: true };
}

/** Removes the documents that match, and returns them. */
export function removeMatching({ store, db, name }: Target, selection: Selection): Document[] {
  const collection = store.collection(`${db}.${name}`);
  return findRows(collection, inputOf(selection)).rows.map((row) => {
    const { idKey, doc } = row;
    store.set(collection!, idKey, null);
    return doc;
  });
}
