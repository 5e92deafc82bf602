import type { Document } from 'bson';
import { CommandError, toCommandError } from '../errors.ts';
import { compileProjection } from '../projection.ts';
import { withId } from '../storage/store.ts';
import { modify, removeMatching } from '../update.ts';
import { isPlainObject, toNumber } from '../values.ts';
import {
  type Command,
  type CommandContext,
  type Handler,
  MAX_WRITE_BATCH,
  refuseOthers,
  targetOf,
} from './context.ts';

/** Returns the statements of a write command. Throws InvalidOptions if there are none or too many. */
function statementsOf(command: Document, field: string): Document[] {
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
 * Runs statements one by one and returns the errors. If `ordered`, or inside a transaction, the first error ends the
 * run. Throws WriteConflict, which fails the whole command.
 */
function runStatements(
  command: Document,
  field: string,
  { transaction }: CommandContext,
  run: (statement: Document, index: number) => void,
): Document[] {
  const writeErrors: Document[] = [];
  for (const [index, statement] of statementsOf(command, field).entries()) {
    try {
      run(statement, index);
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (error.codeName === 'WriteConflict') throw error;
      const { codeName, message, code, details } = error;
      writeErrors.push({ index, code, codeName, errmsg: message, ...details });
      if (command.ordered !== false || transaction) break;
    }
  }
  return writeErrors;
}

function reply(fields: Document, writeErrors: Document[]): Document {
  return { ...fields, ...(writeErrors.length > 0 ? { writeErrors } : {}), ok: 1 };
}

const insert: Handler = (command, context) => {
  const { store, db, name } = targetOf(context, command.insert);
  let n = 0;
  const errors = runStatements(command, 'documents', context, (doc) => {
    store.insert(db, name, withId(doc));
    n++;
  });
  return reply({ n }, errors);
};

const update: Handler = (command, context) => {
  const target = targetOf(context, command.update);
  const upserted: Document[] = [];
  let n = 0;
  let nModified = 0;
  const errors = runStatements(command, 'updates', context, (statement, index) => {
    const outcome = modify(target, updateStatement(statement));
    n += outcome.isUpserted ? 1 : outcome.matched;
    nModified += outcome.modified;
    if (outcome.isUpserted) upserted.push({ index, _id: outcome.after!._id as unknown });
  });
  return reply({ n, nModified, ...(upserted.length > 0 ? { upserted } : {}) }, errors);
};

function updateStatement(statement: Document) {
  refuseOthers('an update', statement, ['q', 'u', 'multi', 'upsert']);
  return {
    filter: statement.q as unknown,
    update: statement.u as unknown,
    multi: statement.multi === true,
    upsert: statement.upsert === true,
  };
}

const remove: Handler = (command, context) => {
  const target = targetOf(context, command.delete);
  let n = 0;
  const errors = runStatements(command, 'deletes', context, (statement) => {
    refuseOthers('a delete', statement, ['q', 'limit']);
    n += removeMatching(target, { filter: statement.q, multi: toNumber(statement.limit, 0) === 0 }).length;
  });
  return reply({ n }, errors);
};

const findAndModify: Handler = (command, context) => {
  const target = targetOf(context, command.findAndModify);
  const project = compileProjection(command.fields);
  const selection = { filter: (command.query ?? {}) as unknown, multi: false, sort: command.sort as unknown };
  const shaped = (doc: Document | null | undefined) => (doc ? project(doc) : null);
  if (command.remove) {
    if (command.update || command.new) {
      const message = "Cannot specify both an update and remove=true, nor 'new' with it";
      throw new CommandError('FailedToParse', message);
    }
    const [removed] = removeMatching(target, selection);
    return { lastErrorObject: { n: removed ? 1 : 0 }, value: shaped(removed), ok: 1 };
  }
  if (command.update === undefined) {
    throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified');
  }
  const statement = { ...selection, update: command.update as unknown, upsert: command.upsert === true };
  const { matched, isUpserted, before, after } = modify(target, statement);
  const lastErrorObject: Document = { n: isUpserted ? 1 : matched, updatedExisting: matched > 0 };
  if (isUpserted) lastErrorObject.upserted = after!._id;
  return { lastErrorObject, value: shaped(command.new ? after : before), ok: 1 };
};

export const writeCommands: Readonly<Record<string, Command>> = {
  insert: { run: insert, options: ['documents', 'ordered'] },
  update: { run: update, options: ['updates', 'ordered'] },
  delete: { run: remove, options: ['deletes', 'ordered'] },
  findAndModify: { run: findAndModify, options: 'query sort fields update remove new upsert'.split(' ') },
};
