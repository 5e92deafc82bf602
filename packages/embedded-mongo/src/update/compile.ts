import { type Document, ObjectId } from 'bson';
import { CommandError, unsupported } from '../errors.ts';
import { conditionsByPath } from '../query/plan.ts';
import { cloneValue, isPlainObject } from '../values/codec.ts';
import { sortKey } from '../values/sort-key.ts';
import { FIELD_OPERATORS } from './operators.ts';
import { putAt, removeAt, resolvePath, valueAt } from './targets.ts';

/** Returns the updated document. The given one does not change. */
export type Updater = (doc: Document, isInsert: boolean) => Document;

/** Returns whether an update replaces the whole document. */
export function isReplacement(update: unknown): boolean {
  return isPlainObject(update) && !Object.keys(update)[0]?.startsWith('$');
}

/** Compiles an update: operators or a replacement. Throws CommandError for a malformed one. */
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
  if (Object.keys(replacement).some((name) => name.startsWith('$')))
    throw new CommandError('DollarPrefixedFieldName', 'a replacement may not mix fields and operators');
  const { _id, ...fields } = replacement;
  return (doc) => {
    const id = _id === undefined ? doc._id : _id;
    return id === undefined ? { ...fields } : { _id: id, ...fields };
  };
}

function operatorUpdater(update: Document, filter: Document): Updater {
  const steps = stepsOf(update);
  return (doc, isInsert) => {
    const next = cloneValue(doc);
    for (const { operator, path, operand } of steps) {
      if (operator === '$setOnInsert' && !isInsert) continue;
      // A `$` is looked up in the document as it was before this update.
      const keys = resolvePath(doc, path, filter);
      const old = valueAt(next, keys);
      const value = FIELD_OPERATORS.get(operator)!(old, operand, path);
      if (value === undefined) removeAt(next, keys);
      else if (value !== old) putAt(next, keys, cloneValue(value));
    }
    return next;
  };
}

/** Returns one step for each field, in the order of their paths. Throws FailedToParse, ConflictingUpdateOperators. */
function stepsOf(update: Document): { operator: string; path: string; operand: unknown }[] {
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    const message = FIELD_OPERATORS.has(operator)
      ? `Modifiers operate on fields but ${operator} was given no object`
      : `Unknown modifier: ${operator}. The embedded store has ${[...FIELD_OPERATORS.keys()].join(', ')}`;
    if (!FIELD_OPERATORS.has(operator) || !isPlainObject(fields))
      throw new CommandError('FailedToParse', message);
    return Object.entries(fields).map(([path, operand]) => ({ operator, path, operand }));
  });
  steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const [i, { path }] of steps.entries()) {
    const other = steps.slice(i + 1).find((step) => step.path === path || step.path.startsWith(`${path}.`));
    if (!other) continue;
    const message = `Updating the path '${other.path}' would create a conflict at '${path}'`;
    throw new CommandError('ConflictingUpdateOperators', message);
  }
  return steps;
}

/** Returns the document that an upsert starts from: the fields for which the filter names one value. */
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

/** Returns the document that an upsert inserts, with its `_id` first. */
export function upsertDocument(filter: Document, update: unknown, apply: Updater): Document {
  const { _id = new ObjectId(), ...fields } = apply(upsertSeed(filter, update), true);
  return { _id, ...fields };
}
