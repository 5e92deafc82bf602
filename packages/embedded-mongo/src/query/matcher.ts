import type { Document } from 'bson';
import { Query } from 'mingo/query';
import { CommandError, toCommandError } from '../errors.ts';
import { isPlainObject } from '../values/codec.ts';
import { type Collation, SIMPLE } from '../values/collation.ts';
import { libraryOptions } from './library.ts';
import {
  COMPARISONS,
  elementTest,
  type Operator,
  type OperatorOptions,
  type Predicate,
} from './predicates.ts';

export type { Predicate } from './predicates.ts';

/** A filter as a test of documents. Throws CommandError for a malformed filter. */
export function compileFilter(
  filter: Document,
  collation: Collation = SIMPLE,
  variables?: Document,
): Predicate {
  const compile = (nested: Document) => compileClauses(nested, options, variables);
  const options: OperatorOptions = { fold: collation.fold, compile };
  try {
    return compile(filter);
  } catch (error) {
    throw toCommandError(error);
  }
}

/** A condition as a test of one array element (`$pull`, `$elemMatch` in a projection). */
export function compileElementTest(criteria: Document): (item: unknown) => boolean {
  return elementTest(criteria, { fold: undefined, compile: (nested) => compileFilter(nested) });
}

/** The comparison operators in the shape in which the query library calls them. */
export function libraryComparisons(collation: Collation): Record<string, unknown> {
  const options = { fold: collation.fold, compile: (nested: Document) => compileFilter(nested, collation) };
  return Object.fromEntries(
    Object.entries(COMPARISONS).map(([name, operator]) => [
      name,
      (path: string, operand: unknown) => operator(path, operand, options),
    ]),
  );
}

function compileClauses(
  filter: Document,
  options: OperatorOptions,
  variables: Document | undefined,
): Predicate {
  if (!isPlainObject(filter)) throw new CommandError('BadValue', 'a filter must be an object');
  const tests: Predicate[] = [];
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$comment') continue;
    if (name === '$and') tests.push(all(branches(name, condition, options)));
    else if (name === '$or') tests.push(any(branches(name, condition, options)));
    else if (name === '$nor') tests.push(none(branches(name, condition, options)));
    else if (name === '$expr') tests.push(expression(condition, variables));
    else if (name in COMPARISONS) tests.push(COMPARISONS[name]!('', condition, options));
    else if (name.startsWith('$')) throw new CommandError('BadValue', `unknown top level operator: ${name}`);
    else tests.push(compileField(name, condition, options));
  }
  return all(tests);
}

function branches(name: string, clauses: unknown, options: OperatorOptions): Predicate[] {
  if (!Array.isArray(clauses) || clauses.length === 0) {
    throw new CommandError('BadValue', `${name} must be a nonempty array`);
  }
  return clauses.map(options.compile);
}

function all(tests: Predicate[]): Predicate {
  return tests.length === 1 ? tests[0]! : (doc) => tests.every((test) => test(doc));
}

function any(tests: Predicate[]): Predicate {
  return (doc) => tests.some((test) => test(doc));
}

function none(tests: Predicate[]): Predicate {
  return (doc) => !tests.some((test) => test(doc));
}

function expression(condition: unknown, variables: Document | undefined): Predicate {
  const query = new Query<Document>({ $expr: condition }, libraryOptions(variables));
  return (doc) => query.test(doc);
}

/** Whether a condition is a set of operators, as opposed to a value to equal. */
export function isOperatorSet(condition: unknown): condition is Document {
  return isPlainObject(condition) && (Object.keys(condition)[0]?.startsWith('$') ?? false);
}

function compileField(path: string, condition: unknown, options: OperatorOptions): Predicate {
  if (condition instanceof RegExp) return COMPARISONS.$regex!(path, condition, options);
  if (!isOperatorSet(condition)) return COMPARISONS.$eq!(path, condition, options);
  const tests: Predicate[] = [];
  for (const [name, operand] of Object.entries(condition)) {
    if (name === '$options') continue;
    if (name === '$not') {
      if (!isOperatorSet(operand) && !(operand instanceof RegExp)) {
        throw new CommandError('BadValue', '$not needs a regex or a document');
      }
      const test = compileField(path, operand, options);
      tests.push((doc) => !test(doc));
    } else if (name === '$regex') {
      tests.push(COMPARISONS.$regex!(path, pattern(operand, condition.$options), options));
    } else tests.push(operatorNamed(name)(path, operand, options));
  }
  return all(tests);
}

function pattern(source: unknown, flags: unknown): RegExp {
  const text = source instanceof RegExp ? source.source : String(source);
  const given = typeof flags === 'string' ? flags : source instanceof RegExp ? source.flags : '';
  return new RegExp(text, [...given].filter((flag) => 'ims'.includes(flag)).join(''));
}

function operatorNamed(name: string): Operator {
  const own = COMPARISONS[name];
  if (own) return own;
  return (path, operand) => {
    const query = new Query<Document>({ [path]: { [name]: operand } }, libraryOptions());
    return (doc) => query.test(doc);
  };
}
