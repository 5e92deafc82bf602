import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { type FindInput, findRows } from '../query/find.ts';
import { parseSort } from '../query/sort.ts';
import { type CollectionView, withId } from '../storage/view.ts';
import { encodeDocument, isPlainObject } from '../values/codec.ts';
import { compileUpdate, isReplacement, upsertDocument } from './compile.ts';

/** One statement of the `update` command. */
export interface UpdateStatement {
  readonly filter: unknown;
  readonly update: unknown;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly sort?: unknown;
}

export interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  /** The last document that was matched, before and after. */
  readonly before: Document | null;
  readonly after: Document | null;
  readonly isUpserted: boolean;
}

/** The filter of a statement; throws TypeMismatch. */
function filterOf(filter: unknown): Document {
  if (!isPlainObject(filter)) throw new CommandError('TypeMismatch', 'a filter must be an object');
  return filter;
}

type Selection = Pick<UpdateStatement, 'filter' | 'multi' | 'sort'>;

function selectionOf(statement: Selection): FindInput {
  return {
    filter: filterOf(statement.filter),
    sort: parseSort(statement.sort),
    limit: statement.multi ? 0 : 1,
  };
}

function sameBytes(left: Document, right: Document): boolean {
  return Buffer.compare(encodeDocument(left), encodeDocument(right)) === 0;
}

/** Runs one update statement; each document is changed whole or not at all. Throws CommandError. */
export function modify(view: CollectionView, statement: UpdateStatement): UpdateOutcome {
  if (statement.multi && isReplacement(statement.update)) {
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
  }
  const filter = filterOf(statement.filter);
  const apply = compileUpdate(statement.update, filter);
  const { rows } = findRows(view, selectionOf(statement));
  let modified = 0;
  let before: Document | null = null;
  let after: Document | null = null;
  for (const row of rows) {
    before = row.doc;
    after = apply(before, false);
    if (sameBytes(before, after)) continue;
    view.replace(row, after);
    modified++;
  }
  if (rows.length > 0 || !statement.upsert) {
    return { matched: rows.length, modified, before, after, isUpserted: false };
  }
  const inserted = withId(upsertDocument(filter, statement.update, apply));
  view.insert(inserted);
  return { matched: 0, modified: 0, before: null, after: inserted, isUpserted: true };
}

/** Removes what matches; gives the removed documents. */
export function removeMatching(view: CollectionView, selection: Selection): Document[] {
  const { rows } = findRows(view, selectionOf(selection));
  return rows.map((row) => {
    const { doc } = row;
    view.remove(row);
    return doc;
  });
}
