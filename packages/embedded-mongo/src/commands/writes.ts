import type { Document } from 'bson';
import { CommandError, toCommandError } from '../errors.ts';
import { compileProjection } from '../query/projection.ts';
import { withId } from '../storage/view.ts';
import { modify, removeMatching } from '../update/modify.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { type CommandContext, type Handler, viewOf } from './context.ts';
import { MAX_WRITE_BATCH } from './handshake.ts';

/** The statements of a write command; throws InvalidOptions when there are none or too many. */
export function statementsOf(command: Document, field: string): Document[] {
  const statements: unknown = command[field];
  if (!Array.isArray(statements) || statements.length === 0 || statements.length > MAX_WRITE_BATCH) {
    throw new CommandError(
      'InvalidOptions',
      `${field} must hold between 1 and ${MAX_WRITE_BATCH} statements`,
    );
  }
  if (!statements.every(isPlainObject)) throw new CommandError('TypeMismatch', `${field} must be objects`);
  return statements;
}

/**
 * Runs statements one by one. A refused one becomes an entry of the result and, when `ordered` or inside a
 * transaction, the last; a write conflict refuses the whole command.
 */
export function runStatements(
  statements: readonly Document[],
  ordered: boolean,
  context: CommandContext,
  run: (statement: Document, index: number) => void,
): Document[] {
  const writeErrors: Document[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (error.codeName === 'WriteConflict') throw error;
      const { codeName, message, code, details } = error;
      writeErrors.push({ index, code, codeName, errmsg: message, ...details });
      if (ordered || context.transaction) break;
    }
  }
  return writeErrors;
}

function reply(fields: Document, writeErrors: Document[]): Document {
  return { ...fields, ...(writeErrors.length > 0 ? { writeErrors } : {}), ok: 1 };
}

const insert: Handler = (command, context) => {
  const view = viewOf(context, command.insert);
  let n = 0;
  const errors = runStatements(
    statementsOf(command, 'documents'),
    command.ordered !== false,
    context,
    (doc) => {
      view.insert(withId(doc));
      n++;
    },
  );
  return reply({ n }, errors);
};

const update: Handler = (command, context) => {
  const view = viewOf(context, command.update);
  const upserted: Document[] = [];
  let n = 0;
  let nModified = 0;
  const statements = statementsOf(command, 'updates');
  const errors = runStatements(statements, command.ordered !== false, context, (statement, index) => {
    const outcome = modify(view, updateStatement(statement, command), context.now());
    n += outcome.isUpserted ? 1 : outcome.matched;
    nModified += outcome.modified;
    if (outcome.isUpserted) upserted.push({ index, _id: outcome.after!._id as unknown });
  });
  return reply({ n, nModified, ...(upserted.length > 0 ? { upserted } : {}) }, errors);
};

function updateStatement(statement: Document, command: Document) {
  const variables = { ...(command.let as Document | undefined), ...(statement.c as Document | undefined) };
  return {
    filter: statement.q as unknown,
    update: statement.u as unknown,
    multi: statement.multi === true,
    upsert: statement.upsert === true,
    arrayFilters: statement.arrayFilters as unknown,
    collation: statement.collation as unknown,
    hint: statement.hint as unknown,
    sort: statement.sort as unknown,
    ...(Object.keys(variables).length > 0 ? { variables } : {}),
  };
}

const remove: Handler = (command, context) => {
  const view = viewOf(context, command.delete);
  let n = 0;
  const statements = statementsOf(command, 'deletes');
  const errors = runStatements(statements, command.ordered !== false, context, (statement) => {
    const { q: filter, limit, collation, hint } = statement;
    n += removeMatching(view, { filter, multi: toNumber(limit, 0) === 0, collation, hint }).length;
  });
  return reply({ n }, errors);
};

const findAndModify: Handler = (command, context) => {
  const view = viewOf(context, command.findAndModify ?? command.findandmodify);
  const filter = (command.query ?? {}) as Document;
  const project = compileProjection(command.fields as Document | undefined, filter);
  const { collation, hint, sort } = command;
  const selection = { filter, multi: false, collation, hint, sort };
  const shaped = (doc: Document | null | undefined) => (doc ? project(doc) : null);
  if (command.remove) {
    if (command.update || command.new) {
      throw new CommandError(
        'FailedToParse',
        "Cannot specify both an update and remove=true, nor 'new' with it",
      );
    }
    const [removed] = removeMatching(view, selection);
    return { lastErrorObject: { n: removed ? 1 : 0 }, value: shaped(removed), ok: 1 };
  }
  const outcome = modify(view, { ...selection, ...replacementOf(command) }, context.now());
  const { matched, isUpserted, before, after } = outcome;
  const lastErrorObject: Document = { n: isUpserted ? 1 : matched, updatedExisting: matched > 0 };
  if (isUpserted) lastErrorObject.upserted = after!._id;
  return { lastErrorObject, value: shaped(command.new ? after : before), ok: 1 };
};

/** What `findAndModify` puts in the document's place. */
function replacementOf(command: Document) {
  if (command.update === undefined) {
    throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified');
  }
  return {
    update: command.update as unknown,
    upsert: command.upsert === true,
    arrayFilters: command.arrayFilters as unknown,
    ...(command.let ? { variables: command.let as Document } : {}),
  };
}

export const writeCommands: Readonly<Record<string, Handler>> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};
