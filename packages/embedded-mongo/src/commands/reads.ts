import type { Document } from 'bson';
import { explainPipeline, runPipeline } from '../aggregate/run.ts';
import { CommandError, unsupported } from '../errors.ts';
import { explainFind } from '../query/explain.ts';
import { type FindInput, findRows } from '../query/find.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort } from '../query/sort.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { parseCollation } from '../values/collation.ts';
import { valuesAt } from '../values/paths.ts';
import { sortKey } from '../values/sort-key.ts';
import { type CommandContext, type Handler, viewOf } from './context.ts';

const UNSUPPORTED_FIND = ['tailable', 'awaitData', 'min', 'max', 'returnKey', 'showRecordId'];

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
    collation: parseCollation(command.collation),
    hint: command.hint,
    ...(command.let ? { variables: command.let as Document } : {}),
  };
}

function batchSizeOf(value: unknown): number | undefined {
  return value === undefined ? undefined : toNumber(value, 0);
}

const find: Handler = (command, context) => {
  const refused = UNSUPPORTED_FIND.find((option) => command[option]);
  if (refused) throw unsupported(`find with ${refused}`);
  const view = viewOf(context, command.find);
  const input = queryOf(command, command.filter);
  const project = compileProjection(
    command.projection as Document | undefined,
    input.filter,
    input.variables,
  );
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
  // A single batch is a whole answer: the rest is not kept.
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
  const input = queryOf(command, command.query);
  const isWhole = Object.keys(input.filter).length === 0 && !input.skip && !input.limit;
  return { n: isWhole ? view.size() : findRows(view, input).rows.length, ok: 1 };
};

const distinct: Handler = (command, context) => {
  const view = viewOf(context, command.distinct);
  if (typeof command.key !== 'string') throw new CommandError('TypeMismatch', 'distinct needs a key');
  const input = queryOf(command, command.query ?? undefined);
  const found = new Map<string, unknown>();
  for (const { doc } of findRows(view, input).rows) {
    for (const value of valuesAt(doc, command.key).flat(1)) {
      const key = sortKey(value, input.collation?.fold);
      if (value !== undefined && !found.has(key)) found.set(key, value);
    }
  }
  return { values: [...found.values()], ok: 1 };
};

function pipelineOf(command: Document): Document[] {
  if (!Array.isArray(command.pipeline)) throw new CommandError('TypeMismatch', "'pipeline' must be an array");
  return command.pipeline as Document[];
}

const aggregate: Handler = (command, context) => {
  const pipeline = pipelineOf(command);
  if (command.explain) return explainAggregate(command, context);
  const isDatabase = command.aggregate === 1;
  if (isDatabase && !(pipeline[0] && '$documents' in pipeline[0])) {
    throw unsupported(`aggregation on a database (${Object.keys(pipeline[0] ?? {})[0] ?? 'empty pipeline'})`);
  }
  const view = viewOf(context, isDatabase ? '$cmd.aggregate' : command.aggregate);
  const docs = runPipeline(view, pipeline, {
    viewOf: (name) => viewOf(context, name),
    collation: parseCollation(command.collation),
    hint: command.hint,
    ...(command.let ? { variables: command.let as Document } : {}),
  });
  return { cursor: openCursor(view.ns, docs, command, command.cursor?.batchSize, context), ok: 1 };
};

function explainAggregate(command: Document, context: CommandContext): Document {
  const view = viewOf(context, command.aggregate);
  const { query, result } = explainPipeline(view, pipelineOf(command));
  return explainFind(view.ns, query.filter, result);
}

const explain: Handler = (command, context) => {
  const inner = command.explain as Document;
  if (!isPlainObject(inner)) throw new CommandError('FailedToParse', 'explain needs a command');
  const name = Object.keys(inner)[0] ?? '';
  if (name === 'aggregate') return explainAggregate(inner, context);
  if (name === 'update' || name === 'delete') return explainWrite(name, inner, context);
  if (!['find', 'count', 'distinct', 'findAndModify'].includes(name)) throw unsupported(`explain of ${name}`);
  const view = viewOf(context, inner[name]);
  const input = queryOf(inner, name === 'find' ? inner.filter : inner.query);
  return explainFind(view.ns, input.filter, findRows(view, input));
};

function explainWrite(name: string, inner: Document, context: CommandContext): Document {
  const view = viewOf(context, inner[name]);
  const statement = ((inner.updates ?? inner.deletes) as Document[])[0] ?? {};
  const filter = (statement.q ?? {}) as Document;
  return explainFind(view.ns, filter, findRows(view, { filter, hint: statement.hint }));
}

export const readCommands: Readonly<Record<string, Handler>> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
  explain,
};
