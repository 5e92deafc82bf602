import type { Document } from 'bson';
import { CommandError, toCommandError, unsupported } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';
import { valuesAt } from '../values/paths.ts';
import { COMPARISONS, equal, matchesPattern, type Predicate } from './predicates.ts';

/** A filter as a test of documents. Throws CommandError for a malformed filter. */
export function compileFilter(filter: Document): Predicate {
  try {
    return compileClauses(filter);
  } catch (error) {
    throw toCommandError(error);
  }
}

/** A condition as a test of one array element, for `$elemMatch` and for `$pull`. */
export function compileElementTest(criteria: Document): (item: unknown) => boolean {
  const isFieldless = isOperatorSet(criteria) && !Object.keys(criteria).some((name) => LOGICAL.has(name));
  const test = compileFilter(isFieldless ? { item: criteria } : criteria);
  if (isFieldless) return (item) => test({ item });
  return (item) => (isPlainObject(item) || Array.isArray(item)) && test(item as Document);
}

const LOGICAL = new Map<string, (tests: Predicate[]) => Predicate>([
  ['$and', all],
  ['$or', (tests) => (doc) => tests.some((test) => test(doc))],
]);

function all(tests: Predicate[]): Predicate {
  return tests.length === 1 ? tests[0]! : (doc) => tests.every((test) => test(doc));
}

function compileClauses(filter: Document): Predicate {
  if (!isPlainObject(filter)) throw new CommandError('BadValue', 'a filter must be an object');
  return all(
    Object.entries(filter).map(([name, condition]) => {
      const combine = LOGICAL.get(name);
      if (combine) return combine(branches(name, condition));
      if (name.startsWith('$')) throw new CommandError('BadValue', `unknown top level operator: ${name}`);
      return compileField(name, condition);
    }),
  );
}

function branches(name: string, clauses: unknown): Predicate[] {
  if (!Array.isArray(clauses) || clauses.length === 0) {
    throw new CommandError('BadValue', `${name} must be a nonempty array`);
  }
  return clauses.map(compileClauses);
}

/** Whether a condition is a set of operators, as opposed to a value to equal. */
export function isOperatorSet(condition: unknown): condition is Document {
  return isPlainObject(condition) && (Object.keys(condition)[0]?.startsWith('$') ?? false);
}

function compileField(path: string, condition: unknown): Predicate {
  if (condition instanceof RegExp) return matchesPattern(path, condition);
  if (!isOperatorSet(condition)) return equal(path, condition);
  const { $options, ...operators } = condition;
  return all(
    Object.entries(operators).map(([name, operand]) => {
      if (name === '$regex') return matchesPattern(path, pattern(operand, $options));
      if (name === '$elemMatch') return elementMatch(path, operand);
      const compare = COMPARISONS.get(name);
      if (!compare) throw unsupported(`query operator ${name}`);
      return compare(path, operand);
    }),
  );
}

function pattern(source: unknown, flags: unknown): RegExp {
  const text = source instanceof RegExp ? source.source : String(source);
  const given = typeof flags === 'string' ? flags : source instanceof RegExp ? source.flags : '';
  return new RegExp(text, [...given].filter((flag) => 'ims'.includes(flag)).join(''));
}

function elementMatch(path: string, operand: unknown): Predicate {
  if (!isPlainObject(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const test = compileElementTest(operand);
  return (doc) => valuesAt(doc, path).some((value) => Array.isArray(value) && value.some(test));
}
