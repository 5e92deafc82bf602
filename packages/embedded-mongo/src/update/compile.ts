import { type Document, ObjectId } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { CommandError, toCommandError, unsupported } from '../errors.ts';
import { libraryOptions } from '../query/library.ts';
import { conditionsByPath } from '../query/plan.ts';
import { cloneValue, isPlainObject, toComputable } from '../values/codec.ts';
import { sortKey } from '../values/sort-key.ts';
import { FIELD_OPERATORS, UNCHANGED } from './operators.ts';
import {
  compileArrayFilters,
  expandPath,
  type PositionalContext,
  putAt,
  removeAt,
  valueAt,
} from './targets.ts';

/** An update as a function from a document to its successor; the given document stays as it was. */
export type Updater = (doc: Document, isInsert: boolean) => Document;

export interface UpdateInput {
  /** Operators, a replacement or a pipeline. */
  readonly update: unknown;
  readonly filter: Document;
  readonly arrayFilters?: unknown;
  readonly variables?: Document;
  readonly now: Date;
}

const PIPELINE_STAGES = ['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith'];

/** Whether an update replaces the whole document. */
export function isReplacement(update: unknown): boolean {
  return isPlainObject(update) && !Object.keys(update)[0]?.startsWith('$');
}

/** Reads an update in any of its three forms. Throws CommandError for a malformed one. */
export function compileUpdate(input: UpdateInput): Updater {
  const { update } = input;
  let apply: Updater;
  if (Array.isArray(update)) apply = pipelineUpdater(update, input.variables);
  else if (!isPlainObject(update))
    throw new CommandError('FailedToParse', 'an update must be an object or an array');
  else apply = isReplacement(update) ? replacementUpdater(update) : operatorUpdater(update, input);
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

function pipelineUpdater(pipeline: Document[], variables: Document | undefined): Updater {
  for (const stage of pipeline) {
    const name = Object.keys(stage)[0] ?? '';
    if (!PIPELINE_STAGES.includes(name)) {
      throw new CommandError('InvalidOptions', `${name} is not allowed to be used within an update`);
    }
  }
  const aggregator = new Aggregator(pipeline, libraryOptions(variables));
  return (doc) => {
    try {
      const next = aggregator.run<Document>([toComputable(doc)])[0] ?? {};
      return '_id' in next || !('_id' in doc) ? next : { _id: doc._id, ...next };
    } catch (error) {
      throw toCommandError(error);
    }
  };
}

interface Step {
  readonly operator: string;
  readonly path: string;
  readonly operand: unknown;
}

function operatorUpdater(update: Document, input: UpdateInput): Updater {
  const steps = stepsOf(update);
  const paths = steps.flatMap((step) =>
    step.operator === '$rename' ? [step.path, String(step.operand)] : step.path,
  );
  assertNoConflict(paths);
  const arrayFilters = compileArrayFilters(input.arrayFilters, paths);
  const context: PositionalContext = { filter: input.filter, arrayFilters };
  return (doc, isInsert) => {
    const next = cloneValue(doc);
    // Positional operators mean the array as it was before this update.
    for (const step of steps) applyStep(next, doc, step, context, isInsert, input.now);
    return next;
  };
}

function stepsOf(update: Document): Step[] {
  const steps: Step[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!(operator in FIELD_OPERATORS) && operator !== '$rename' && operator !== '$setOnInsert') {
      throw new CommandError('FailedToParse', `Unknown modifier: ${operator}`);
    }
    if (!isPlainObject(fields)) {
      throw new CommandError(
        'FailedToParse',
        `Modifiers operate on fields but ${operator} was given no object`,
      );
    }
    for (const [path, operand] of Object.entries(fields)) steps.push({ operator, path, operand });
  }
  return steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function assertNoConflict(paths: readonly string[]): void {
  const sorted = paths.toSorted();
  for (const [i, path] of sorted.entries()) {
    for (const other of sorted.slice(i + 1)) {
      if (other === path || other.startsWith(`${path}.`)) {
        const message = `Updating the path '${other}' would create a conflict at '${path}'`;
        throw new CommandError('ConflictingUpdateOperators', message);
      }
    }
  }
}

function applyStep(
  next: Document,
  before: Document,
  { operator, path, operand }: Step,
  context: PositionalContext,
  isInsert: boolean,
  now: Date,
): void {
  if (operator === '$setOnInsert' && !isInsert) return;
  if (operator === '$rename') {
    rename(next, path, operand);
    return;
  }
  const change = FIELD_OPERATORS[operator === '$setOnInsert' ? '$set' : operator]!;
  for (const keys of expandPath(before, path, context)) {
    const value = change(valueAt(next, keys), operand, { path, now });
    if (value === UNCHANGED) continue;
    if (value === undefined) removeAt(next, keys);
    else putAt(next, keys, cloneValue(value));
  }
}

function rename(doc: Document, path: string, target: unknown): void {
  if (typeof target !== 'string') {
    throw new CommandError('BadValue', `The 'to' field for $rename must be a string: ${path}`);
  }
  const from = path.split('.');
  const value = valueAt(doc, from);
  if (value === undefined) return;
  removeAt(doc, from);
  putAt(doc, target.split('.'), value);
}

/** The document that an upsert starts from: what the filter says by equality, with an `_id`. */
function upsertSeed(filter: Document, update: unknown): Document {
  const seed: Document = {};
  for (const [path, conditions] of conditionsByPath(filter)) {
    for (const condition of conditions) {
      const values = '$eq' in condition ? [condition.$eq] : singleOf(condition);
      if (values.length === 1 && (path === '_id' || !isReplacement(update))) {
        putAt(seed, path.split('.'), cloneValue(values[0]));
      }
    }
  }
  return seed;
}

function singleOf(condition: Document): unknown[] {
  const list: unknown = condition.$in ?? condition.$all;
  return Array.isArray(list) && list.length === 1 ? list : [];
}

/** The document that an upsert inserts: the seed, the update, and an `_id` in first place. */
export function upsertDocument(input: UpdateInput, apply: Updater): Document {
  if (Array.isArray(input.update) && input.update.length === 0)
    throw unsupported('an upsert with an empty pipeline');
  const seed = upsertSeed(input.filter, input.update);
  const { _id = new ObjectId(), ...fields } = apply(seed, true);
  return { _id, ...fields };
}
