import { Decimal128, type Document, Long, ObjectId } from 'bson';
import { CommandError, unsupported } from './errors.ts';
import {
  compileElementTest,
  compileFilter,
  conditionsByPath,
  type FindInput,
  findRows,
  parseSort,
} from './query.ts';
import { type Store, withId } from './storage/store.ts';
import {
  cloneValue,
  compareValues,
  encodeDocument,
  isIndex,
  isInt64,
  isPlainObject,
  sortKey,
  toNumber,
} from './values.ts';

/** A path without a `$`: the keys from the document's root. */
type Keys = readonly string[];

const MAX_PADDING = 1_500_000;

/** Resolves an update path in a document; a `$` becomes the index of the array element that the filter matched. */
function resolvePath(doc: Document, path: string, filter: Document): Keys {
  const keys: string[] = [];
  for (const part of path.split('.')) {
    if (part === '')
      throw new CommandError('BadValue', `The update path '${path}' contains an empty field name`);
    keys.push(part.startsWith('$') ? matchedKey(doc, keys, part, filter) : part);
  }
  return keys;
}

function matchedKey(doc: Document, array: Keys, part: string, filter: Document): string {
  if (part.startsWith('$[')) throw unsupported(`the array update operator ${part}`);
  if (part !== '$') {
    const message = `The dollar ($) prefixed field '${part}' is not allowed in an update path`;
    throw new CommandError('DollarPrefixedFieldName', message);
  }
  const at = matchedIndex(doc, array, filter);
  if (at !== -1) return String(at);
  throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.');
}

/**
 * Returns the index of the array element that the filter matched: the first that meets every condition on the array,
 * else the first that meets any; -1 if there is none.
 */
function matchedIndex(doc: Document, array: Keys, filter: Document): number {
  const tests = conditionsOn(filter, array.join('.')).map(compileFilter);
  const items = valueAt(doc, array);
  if (tests.length === 0 || !Array.isArray(items)) return -1;
  const holders = items.map((item) => {
    const holder: Document = {};
    putAt(holder, array, [item]);
    return holder;
  });
  const meetsAll = holders.findIndex((holder) => tests.every((test) => test(holder)));
  return meetsAll !== -1 ? meetsAll : holders.findIndex((holder) => tests.some((test) => test(holder)));
}

/** Returns the conditions of a filter on an array or on its elements' fields, also inside `$and` and `$or`. */
function conditionsOn(filter: Document, array: string): Document[] {
  return Object.entries(filter).flatMap(([name, condition]) => {
    if (['$and', '$or'].includes(name) && Array.isArray(condition))
      return condition.flatMap((clause) => conditionsOn(clause as Document, array));
    return name === array || name.startsWith(`${array}.`) ? [{ [name]: condition }] : [];
  });
}

/** Returns the value at a path, or undefined if it is missing. */
function valueAt(doc: Document, keys: Keys): unknown {
  let value: unknown = doc;
  for (const key of keys) {
    if (Array.isArray(value) ? !isIndex(key) : !isPlainObject(value)) return undefined;
    const holder = value as Document;
    value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  return value;
}

/** Sets a value in a document, in place, and creates missing sub-documents on the path. */
function putAt(doc: Document, keys: Keys, value: unknown): void {
  let holder: Record<string, unknown> = doc;
  for (const [depth, key] of keys.entries()) {
    if (key === '__proto__') throw new CommandError('BadValue', "the field name '__proto__' is not allowed");
    const array: unknown = holder;
    if (Array.isArray(array)) padArray(array, key, keys);
    if (depth === keys.length - 1) {
      holder[key] = value;
      return;
    }
    if (holder[key] === undefined || !Object.hasOwn(holder, key)) holder[key] = {};
    const next: unknown = holder[key];
    if (!isPlainObject(next) && !Array.isArray(next))
      throw pathNotViable(keys[depth + 1]!, `element {${key}: ${String(next)}}`);
    holder = next as Record<string, unknown>;
  }
}

function padArray(array: unknown[], key: string, keys: Keys): void {
  if (!isIndex(key)) throw pathNotViable(key, `the array at '${keys.join('.')}'`);
  if (Number(key) - array.length > MAX_PADDING)
    throw new CommandError('BadValue', `can't backfill more than ${MAX_PADDING} elements`);
  while (array.length < Number(key)) array.push(null);
}

function pathNotViable(field: string, place: string): CommandError {
  return new CommandError('PathNotViable', `Cannot create field '${field}' in ${place}`);
}

/** Removes a field from a document, in place; an array element becomes null instead. */
function removeAt(doc: Document, keys: Keys): void {
  const holder = valueAt(doc, keys.slice(0, -1));
  const key = keys[keys.length - 1]!;
  if (Array.isArray(holder)) {
    if (isIndex(key) && Number(key) < holder.length) holder[Number(key)] = null;
  } else if (isPlainObject(holder)) delete holder[key];
}

/** Computes a field's new value from its old one (undefined: missing). The result `undefined` removes the field. */
type FieldOperator = (old: unknown, operand: unknown, path: string) => unknown;

const increment: FieldOperator = (old = 0, operand, path) => {
  for (const value of [operand, old]) {
    if (value instanceof Decimal128) throw unsupported('arithmetic on Decimal128');
    if (typeof value !== 'number' && !isInt64(value)) {
      const message = `Cannot apply $inc to a value of non-numeric type at '${path}'`;
      throw new CommandError('TypeMismatch', message);
    }
  }
  const [a, b] = [toNumber(old, 0), toNumber(operand, 0)];
  const isLong = (isInt64(old) || isInt64(operand)) && Number.isInteger(a) && Number.isInteger(b);
  return isLong ? asLong(old).add(asLong(operand)) : a + b;
};

function asLong(value: unknown): Long {
  return isInt64(value) ? value : Long.fromNumber(Number(value));
}

/** Applies `change` to an array field. Throws BadValue for a field of another type. */
function onArray(name: string, change: (array: unknown[], operand: unknown) => unknown[]): FieldOperator {
  return (old, operand, path) => {
    if (old !== undefined && !Array.isArray(old)) {
      const message = `The field '${path}' must be an array but is not, so ${name} cannot be applied`;
      throw new CommandError('BadValue', message);
    }
    const changed = change(old ?? [], operand);
    return old === undefined && name.startsWith('$pull') ? undefined : changed;
  };
}

/** Returns the values to add: those of `$each`, or the operand itself. */
function itemsOf(name: string, operand: unknown): unknown[] {
  if (!isPlainObject(operand) || !('$each' in operand)) return [operand];
  const { $each, ...others } = operand;
  const other = Object.keys(others)[0];
  if (other !== undefined) throw unsupported(`${name} with ${other}`);
  if (!Array.isArray($each))
    throw new CommandError('TypeMismatch', `The argument to $each in ${name} must be an array`);
  return $each;
}

function addToSet(array: unknown[], operand: unknown): unknown[] {
  const present = new Set(array.map(sortKey));
  const added = new Map(itemsOf('$addToSet', operand).map((item) => [sortKey(item), item]));
  return [...array, ...[...added].filter(([key]) => !present.has(key)).map(([, item]) => item)];
}

function pull(array: unknown[], operand: unknown): unknown[] {
  if (operand instanceof RegExp)
    return array.filter((item) => typeof item !== 'string' || !operand.test(item));
  if (!isPlainObject(operand)) return pullAll(array, [operand]);
  const test = compileElementTest(operand);
  return array.filter((item) => !test(item));
}

function pullAll(array: unknown[], operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$pullAll requires an array argument');
  const keys = new Set(operand.map(sortKey));
  return array.filter((item) => !keys.has(sortKey(item)));
}

function chooseBy(sign: 1 | -1): FieldOperator {
  return (old, operand) => (old === undefined || sign * compareValues(operand, old) > 0 ? operand : old);
}

/**
 * Update operators by name. Mingo's are not used: they skip a field of another type without an error, do not support
 * Long, and `$addToSet` loses elements next to duplicates. `$setOnInsert` acts as `$set`; the caller skips it if
 * nothing is inserted.
 */
const FIELD_OPERATORS: ReadonlyMap<string, FieldOperator> = new Map(
  Object.entries<FieldOperator>({
    $set: (_old, operand) => operand,
    $setOnInsert: (_old, operand) => operand,
    $unset: () => undefined,
    $inc: increment,
    $min: chooseBy(-1),
    $max: chooseBy(1),
    $push: onArray('$push', (array, operand) => [...array, ...itemsOf('$push', operand)]),
    $addToSet: onArray('$addToSet', addToSet),
    $pull: onArray('$pull', pull),
    $pullAll: onArray('$pullAll', pullAll),
  }),
);

/** Returns the updated document. The argument does not change. */
type Updater = (doc: Document, isInsert: boolean) => Document;

/** Returns whether an update replaces the whole document. */
function isReplacement(update: unknown): boolean {
  return isPlainObject(update) && !Object.keys(update)[0]?.startsWith('$');
}

/** Compiles an update: operators or a replacement. Throws CommandError for a malformed one. */
function compileUpdate(update: unknown, filter: Document): Updater {
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
      // A `$` refers to the document before this update.
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

/** Returns the initial document of an upsert: the fields for which the filter has exactly one value. */
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
function upsertDocument(filter: Document, update: unknown, apply: Updater): Document {
  const { _id = new ObjectId(), ...fields } = apply(upsertSeed(filter, update), true);
  return { _id, ...fields };
}

/** A collection by name. The first insertion creates it. */
export interface Target {
  readonly store: Store;
  readonly db: string;
  readonly name: string;
}

interface Selection {
  readonly filter: unknown;
  readonly multi: boolean;
  readonly sort?: unknown;
}

/** One statement of the `update` command. */
interface UpdateStatement extends Selection {
  readonly update: unknown;
  readonly upsert: boolean;
}

interface UpdateOutcome {
  readonly matched: number;
  readonly modified: number;
  /** The last matched document, before and after. */
  readonly before: Document | null;
  readonly after: Document | null;
  readonly isUpserted: boolean;
}

function inputOf({ filter, sort, multi }: Selection): FindInput {
  if (!isPlainObject(filter)) throw new CommandError('TypeMismatch', 'a filter must be an object');
  return { filter, sort: parseSort(sort), limit: multi ? 0 : 1 };
}

/** Runs one update statement; each document is changed completely or not at all. Throws CommandError. */
export function modify({ store, db, name }: Target, statement: UpdateStatement): UpdateOutcome {
  const { update, multi, upsert } = statement;
  if (multi && isReplacement(update))
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
  const input = inputOf(statement);
  const apply = compileUpdate(update, input.filter);
  const collection = store.collection(`${db}.${name}`);
  const { rows } = findRows(collection, input);
  let modified = 0;
  let before: Document | null = null;
  let after: Document | null = null;
  for (const { idKey, doc } of rows) {
    before = doc;
    after = apply(doc, false);
    if (Buffer.compare(encodeDocument(before), encodeDocument(after)) === 0) continue;
    store.set(collection!, idKey, after);
    modified++;
  }
  if (rows.length > 0 || !upsert) return { matched: rows.length, modified, before, after, isUpserted: false };
  const inserted = withId(upsertDocument(input.filter, update, apply));
  store.insert(db, name, inserted);
  return { matched: 0, modified: 0, before: null, after: inserted, isUpserted: true };
}

/** Removes the matching documents and returns them. */
export function removeMatching({ store, db, name }: Target, selection: Selection): Document[] {
  const collection = store.collection(`${db}.${name}`);
  return findRows(collection, inputOf(selection)).rows.map((row) => {
    const { idKey, doc } = row;
    store.set(collection!, idKey, null);
    return doc;
  });
}
