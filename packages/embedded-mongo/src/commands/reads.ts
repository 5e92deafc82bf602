import { type Document, Long } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { runPipeline } from '../pipeline.ts';
import { compileProjection } from '../projection.ts';
import { countRows, explainFind, type FindInput, findRows, parseSort } from '../query.ts';
import { isPlainObject, sortKey, toNumber, valuesAt } from '../values.ts';
import { type Command, type CommandContext, type Handler, refuseOtherOptions, targetOf } from './context.ts';

/** Returns the query part that `find`, `count` and `distinct` share. */
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

const find: Handler = (command, context) => {
  const { ns, collection } = targetOf(context, command.find);
  const input = queryOf(command, command.filter);
  const project = compileProjection(command.projection);
  const docs = findRows(collection, input).rows.map((row) => project(row.doc));
  return { cursor: openCursor(ns, docs, command, context), ok: 1 };
};

function openCursor(ns: string, docs: Document[], command: Document, context: CommandContext): Document {
  const size: unknown = command.batchSize ?? command.cursor?.batchSize;
  const cursor = context.cursors.first(ns, docs, context, size === undefined ? undefined : toNumber(size, 0));
  if (command.singleBatch !== true || cursor.id.isZero()) return cursor;
  // With `singleBatch` the client requests no further batch.
  context.cursors.kill(cursor.id.toNumber());
  return { ...cursor, id: Long.ZERO };
}

const getMore: Handler = (command, context) => {
  const ns = `${context.db}.${command.collection}`;
  const size = toNumber(command.batchSize, 0);
  return { cursor: context.cursors.next(toNumber(command.getMore, 0), ns, context, size), ok: 1 };
};

const killCursors: Handler = (command, { cursors }) => {
  const ids = Array.isArray(command.cursors) ? command.cursors : [];
  const cursorsKilled: unknown[] = [];
  const cursorsNotFound: unknown[] = [];
  for (const id of ids) (cursors.kill(toNumber(id, 0)) ? cursorsKilled : cursorsNotFound).push(id);
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

const count: Handler = (command, context) => {
  const { collection } = targetOf(context, command.count);
  return { n: countRows(collection, queryOf(command, command.query)), ok: 1 };
};

const distinct: Handler = (command, context) => {
  const { collection } = targetOf(context, command.distinct);
  if (typeof command.key !== 'string') throw new CommandError('TypeMismatch', 'distinct needs a key');
  const input = queryOf(command, command.query ?? undefined);
  const found = new Map<string, unknown>();
  for (const { doc } of findRows(collection, input).rows) {
    for (const value of valuesAt(doc, command.key).flat(1)) {
      const key = sortKey(value);
      if (value !== undefined && !found.has(key)) found.set(key, value);
    }
  }
  return { values: [...found.values()], ok: 1 };
};

const aggregate: Handler = (command, context) => {
  const { pipeline } = command;
  if (!Array.isArray(pipeline)) throw new CommandError('TypeMismatch', "'pipeline' must be an array");
  if (command.aggregate === 1) throw unsupported('aggregation on a database');
  const { ns, collection } = targetOf(context, command.aggregate);
  const docs = runPipeline(collection, pipeline);
  return { cursor: openCursor(ns, docs, command, context), ok: 1 };
};

const explain: Handler = (command, context) => {
  const inner = command.explain as Document;
  if (!isPlainObject(inner)) throw new CommandError('FailedToParse', 'explain needs a command');
  const name = Object.keys(inner)[0] ?? '';
  if (name !== 'find') throw unsupported(`explain of ${name}`);
  refuseOtherOptions(inner, FIND_OPTIONS);
  const { ns, collection } = targetOf(context, inner.find);
  return explainFind(ns, collection, queryOf(inner, inner.filter));
};

const FIND_OPTIONS =
  'filter projection sort skip limit batchSize singleBatch noCursorTimeout allowDiskUse'.split(' ');

export const readCommands: Readonly<Record<string, Command>> = {
  find: { run: find, options: FIND_OPTIONS },
  getMore: { run: getMore, options: ['collection', 'batchSize'] },
  killCursors: { run: killCursors, options: ['cursors'] },
  count: { run: count, options: ['query', 'skip', 'limit'] },
  distinct: { run: distinct, options: ['key', 'query'] },
  aggregate: { run: aggregate, options: ['pipeline', 'cursor', 'allowDiskUse'] },
  explain: { run: explain, options: ['verbosity'] },
};
