import type { Contents } from './manifest.ts';

/** A backup with less than these shares of the documents or keys of the last one is set aside. */
const LEAST_DOCUMENTS = 1 / 2;
/** Games and sessions of a quiet night are fewer than those of an evening. */
const LEAST_KEYS = 1 / 10;
/** A collection that had this many documents, none of which expire, does not become empty. */
const MANY = 100;

function documentsIn({ documents }: Contents): number {
  return documents.reduce((sum, { lines }) => sum + lines, 0);
}

/**
 * Returns why a backup looks like one of stores that lost their content, compared with the last good one; null if it
 * does not. Pure.
 */
export function shrinkageOf(contents: Contents, last: Contents | null): string | null {
  const documents = documentsIn(contents);
  if (documents === 0) return 'it has no documents';
  if (last === null) return null;
  const before = documentsIn(last);
  if (documents < before * LEAST_DOCUMENTS) return `it has ${documents} documents, the last one ${before}`;
  if (contents.redis.lines < last.redis.lines * LEAST_KEYS)
    return `it has ${contents.redis.lines} keys, the last one ${last.redis.lines}`;
  const emptied = last.documents.find(
    ({ name, lines, indexes }) =>
      lines >= MANY &&
      indexes.every(({ expireAfterSeconds }) => expireAfterSeconds === undefined) &&
      !contents.documents.some((one) => one.name === name && one.lines > 0),
  );
  return emptied ? `it has no documents of ${emptied.name}, the last one ${emptied.lines}` : null;
}
