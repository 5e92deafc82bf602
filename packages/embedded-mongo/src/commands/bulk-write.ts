import type { Document } from 'bson';
import { CommandError } from '../errors.ts';
import { type CollectionView, withId } from '../storage/view.ts';
import { modify, removeMatching } from '../update/modify.ts';
import { toNumber } from '../values/codec.ts';
import { type CommandContext, type Handler, viewOf } from './context.ts';
import { runStatements, statementsOf } from './writes.ts';

interface Counts {
  nInserted: number;
  nMatched: number;
  nModified: number;
  nUpserted: number;
  nDeleted: number;
}

/** The client-level `bulkWrite`: statements over several collections in one command. */
const bulkWrite: Handler = (command, context) => {
  const views = statementsOf(command, 'nsInfo').map(({ ns }) => viewOfNamespace(String(ns), context));
  const counts: Counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
  const results: Document[] = [];
  const ops = statementsOf(command, 'ops');
  const errors = runStatements(ops, command.ordered !== false, context, (op, idx) => {
    const view = views[toNumber(op.insert ?? op.update ?? op.delete, -1)];
    if (!view) throw new CommandError('BadValue', 'BulkWrite ops entry names no namespace of nsInfo');
    results.push({ ok: 1, idx, ...runOperation(view, op, command, counts, context) });
  });
  for (const { index, ...error } of errors) results.push({ ok: 0, idx: index as number, n: 0, ...error });
  results.sort((a, b) => a.idx - b.idx);
  const shown = command.errorsOnly ? results.filter((result) => result.ok === 0) : results;
  const { cursor: options } = command;
  const batchSize = toNumber(options?.batchSize, Number.POSITIVE_INFINITY);
  const cursor = context.cursors.first(
    'admin.$cmd.bulkWrite',
    shown,
    batchSize,
    context.session,
    context.now().getTime(),
  );
  return { cursor, nErrors: errors.length, ...counts, ok: 1 };
};

function viewOfNamespace(ns: string, context: CommandContext): CollectionView {
  const dot = ns.indexOf('.');
  return viewOf(context, ns.slice(dot + 1), ns.slice(0, Math.max(0, dot)));
}

function runOperation(
  view: CollectionView,
  op: Document,
  command: Document,
  counts: Counts,
  context: CommandContext,
): Document {
  if ('insert' in op) {
    view.insert(withId(op.document as Document));
    counts.nInserted++;
    return { n: 1 };
  }
  const { filter, collation, hint, sort } = op;
  const selection = { filter, collation, hint, sort, multi: op.multi === true };
  if ('delete' in op) {
    const n = removeMatching(view, selection).length;
    counts.nDeleted += n;
    return { n };
  }
  const outcome = modify(
    view,
    {
      ...selection,
      update: op.updateMods as unknown,
      upsert: op.upsert === true,
      arrayFilters: op.arrayFilters as unknown,
      ...(command.let ? { variables: command.let as Document } : {}),
    },
    context.now(),
  );
  counts.nMatched += outcome.matched;
  counts.nModified += outcome.modified;
  if (!outcome.isUpserted) return { n: outcome.matched, nModified: outcome.modified };
  counts.nUpserted++;
  return { n: 1, nModified: 0, upserted: { _id: outcome.after!._id as unknown } };
}

export const bulkCommands: Readonly<Record<string, Handler>> = { bulkWrite };
