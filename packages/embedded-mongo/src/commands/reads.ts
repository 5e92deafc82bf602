import type { Document } from 'bson';
import { runPipeline } from '../aggregate/run.ts';
import { CommandError, unsupported } from '../errors.ts';
import { explainFind } from '../query/explain.ts';
import { countRows, type FindInput, findRows } from '../query/find.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort } from '../query/sort.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { valuesAt } from '../values/paths.ts';
import { sortKey } from '../values/sort-key.ts';
import { type Command, type CommandContext, type Handler, viewOf } from './context.ts';
import { refuseOtherOptions } from './options.ts';

/** The query part that `find`, `count` and `distinct` share. */
function queryOf(command: Document, filter: unknown): FindInput {
  if (filter !== undefined && !isPlainObject(filter))
    throw new CommandError('TypeMismatch', 'filter must be an object');
  const skip = toNumber(command.skip, 0);
  if (skip < 0) throw new CommandError('BadValue', 'the skip value must be non-negative');
  return {
    filter: filter ?? {},
    sort: parseSort(command.sort),
    skip,
    limit: Math.abs(toNumber(command.limit, 0)),
  };
}

function batchSizeOf(value: unknown): number | undefined {
  return value === undefined ? undefined : toNumber(value, 0);
}

const find: Handler = (command, context) => {
  const view = viewOf(context, command.find);
  const input = queryOf(command, command.filter);
  const project = compileProjection(command.projection as Document | undefined);
  const docs = findRows(view, input).rows.map((row) => project(row.doc));
  return { cursor: openCursor(view.ns, docs, command, command.batchSize, context), ok: 1 };
};

function openCursor(
  ns: string,
  docs: Document[],
  command: Document,
  size: unknown,
  context: CommandContext,
): Document {
  const now = context.now().getTime();
  const cursor = context.cursors.first(ns, docs, batchSizeOf(size), context.session, now);
  // With `singleBatch` the client asks for no more, so the rest is not kept.
  if (command.singleBatch === true && !cursor.id.isZero()) {
    context.cursors.kill(cursor.id.toNumber());
    return { ...cursor, id: cursor.id.sub(cursor.id) };
  }
  return cursor;
}

const getMore: Handler = (command, { cursors, db, now }) => {
  const ns = `${db}.${command.collection}`;
  const cursor = cursors.next(
    toNumber(command.getMore, 0),
    ns,
    batchSizeOf(command.batchSize),
    now().getTime(),
  );
  return { cursor, ok: 1 };
};

const killCursors: Handler = (command, { cursors }) => {
  const ids = Array.isArray(command.cursors) ? command.cursors : [];
  const cursorsKilled: unknown[] = [];
  const cursorsNotFound: unknown[] = [];
  for (const id of ids) (cursors.kill(toNumber(id, 0)) ? cursorsKilled : cursorsNotFound).push(id);
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

const count: Handler = (command, context) => {
  const view = viewOf(context, command.count);
  return { n: countRows(view, queryOf(command, command.query)), ok: 1 };
};

const distinct: Handler = (command, context) => {
  const view = viewOf(context, command.distinct);
  if (typeof command.key !== 'string') throw new CommandError('TypeMismatch', 'distinct needs a key');
  const input = queryOf(command, command.query ?? undefined);
  const found = new Map<string, unknown>();
  for (const { doc } of findRows(view, input).rows) {
    for (const value of valuesAt(doc, command.key).flat(1)) {
      const key = sortKey(value);
      if (value !== undefined && !found.has(key)) found.set(key, value);
    }
  }
  return { values: [...found.values()], ok: 1 };
};

const aggregate: Handler = (command, context) => {
  const { pipeline, cursor } = command;
  if (!Array.isArray(pipeline)) throw new CommandError('TypeMismatch', "'pipeline' must be an array");
  if (command.aggregate === 1) throw unsupported('aggregation on a database');
  const view = viewOf(context, command.aggregate);
  const docs = runPipeline(view, pipeline as Document[]);
  return { cursor: openCursor(view.ns, docs, command, cursor?.batchSize, context), ok: 1 };
};

const explain: Handler = (command, context) => {
  const inner = command.explain as Document;
  if (!isPlainObject(inner)) throw new CommandError('FailedToParse', 'explain needs a command');
  const name = Object.keys(inner)[0] ?? '';
  if (name !== 'find') throw unsupported(`explain of ${name}`);
  refuseOtherOptions(inner, FIND_OPTIONS);
  const view = viewOf(context, inner.find);
  const input = queryOf(inner, inner.filter);
  return explainFind(view.ns, input.filter, findRows(view, input));
};

const FIND_OPTIONS = [
  'filter',
  'projection',
  'sort',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'noCursorTimeout',
  'allowDiskUse',
];

export const readCommands: Readonly<Record<string, Command>> = {
  find: { run: find, options: FIND_OPTIONS },
  getMore: { run: getMore, options: ['collection', 'batchSize'] },
  killCursors: { run: killCursors, options: ['cursors'] },
  count: { run: count, options: ['query', 'skip', 'limit'] },
  distinct: { run: distinct, options: ['key', 'query'] },
  aggregate: { run: aggregate, options: ['pipeline', 'cursor', 'allowDiskUse'] },
  explain: { run: explain, options: ['verbosity'] },
};
