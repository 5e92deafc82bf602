import { type Document, ObjectId } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { conditionsByPath } from '../query/plan.ts';
import { cloneValue, isPlainObject } from '../values/codec.ts';
import { sortKey } from '../values/sort-key.ts';
import { FIELD_OPERATORS, UNCHANGED } from './operators.ts';
import { putAt, removeAt, resolvePath, valueAt } from './targets.ts';

/** Gives the updated document. The given one is not changed. */
export type Updater = (doc: Document, isInsert: boolean) => Document;

/** Whether an update replaces the whole document. */
export function isReplacement(update: unknown): boolean {
  return isPlainObject(update) && !Object.keys(update)[0]?.startsWith('$');
}

/** Reads an update: operators or a replacement. Throws CommandError for a malformed one. */
export function compileUpdate(update: unknown, filter: Document): Updater {
  if (Array.isArray(update)) throw unsupported('an update by a pipeline');
  if (!isPlainObject(update)) throw new CommandError('FailedToParse', 'an update must be an object');
  const apply = isReplacement(update) ? replacementUpdater(update) : operatorUpdater(update, filter);
  return (doc, isInsert) => {
    const next = apply(doc, isInsert);
    if ('_id' in doc && sortKey(next._id) !== sortKey(doc._id)) {
      const message = "Performing an update on the path '_id' would modify the immutable field '_id'";
      throw new CommandError('ImmutableField', message);
    }
    return next;
  };
}

function replacementUpdater(replacement: Document): Updater {
  if (Object.keys(replacement).some((name) => name.startsWith('$'))) {
    throw new CommandError('DollarPrefixedFieldName', 'a replacement may not mix fields and operators');
  }
  const { _id, ...fields } = replacement;
  return (doc) => {
    const id = _id === undefined ? doc._id : _id;
    return id === undefined ? { ...fields } : { _id: id, ...fields };
  };
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly operand: unknown;
}

function operatorUpdater(update: Document, filter: Document): Updater {
  const steps = stepsOf(update);
  assertNoConflict(steps);
  return (doc, isInsert) => {
    const next = cloneValue(doc);
    for (const { operator, path, operand } of steps) {
      if (operator === '$setOnInsert' && !isInsert) continue;
      // A `$` is looked up in the document as it was before this update.
      const keys = resolvePath(doc, path, filter);
      const value = FIELD_OPERATORS.get(operator)!(valueAt(next, keys), operand, path);
      if (value === UNCHANGED) continue;
      if (value === undefined) removeAt(next, keys);
      else putAt(next, keys, cloneValue(value));
    }
    return next;
  };
}

/** One step for each field, in the order of their paths. */
function stepsOf(update: Document): Step[] {
  const steps: Step[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!FIELD_OPERATORS.has(operator)) {
      const message = `Unknown modifier: ${operator}. The embedded store has ${[...FIELD_OPERATORS.keys()].join(', ')}`;
      throw new CommandError('FailedToParse', message);
    }
    if (!isPlainObject(fields)) {
      const message = `Modifiers operate on fields but ${operator} was given no object`;
      throw new CommandError('FailedToParse', message);
    }
    for (const [path, operand] of Object.entries(fields)) steps.push({ operator, path, operand });
  }
  return steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function assertNoConflict(steps: readonly Step[]): void {
  for (const [i, { path }] of steps.entries()) {
    for (const { path: other } of steps.slice(i + 1)) {
      if (other === path || other.startsWith(`${path}.`)) {
        const message = `Updating the path '${other}' would create a conflict at '${path}'`;
        throw new CommandError('ConflictingUpdateOperators', message);
      }
    }
  }
}

/** The document that an upsert starts from: the fields for which the filter names one value. */
function upsertSeed(filter: Document, update: unknown): Document {
  const seed: Document = {};
  for (const [path, conditions] of conditionsByPath(filter)) {
    for (const condition of conditions) {
      const values: unknown = '$eq' in condition ? [condition.$eq] : condition.$in;
      if (!Array.isArray(values) || values.length !== 1) continue;
      if (path === '_id' || !isReplacement(update)) putAt(seed, path.split('.'), cloneValue(values[0]));
    }
  }
  return seed;
}

/** The document that an upsert inserts, with its `_id` first. */
export function upsertDocument(filter: Document, update: unknown, apply: Updater): Document {
  const { _id = new ObjectId(), ...fields } = apply(upsertSeed(filter, update), true);
  return { _id, ...fields };
}
