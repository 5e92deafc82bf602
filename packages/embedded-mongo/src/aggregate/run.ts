import type { Document } from 'bson';
import { CommandError, toCommandError, unsupported } from '../errors.ts';
import { countRows, type FindInput, findRows } from '../query/find.ts';
import { compileFilter } from '../query/matcher.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort, sortDocuments } from '../query/sort.ts';
import type { CollectionView } from '../storage/view.ts';
import { isPlainObject, toNumber } from '../values/codec.ts';
import { group } from './group.ts';

type Stage = (docs: Document[], spec: never) => Document[];

const STAGES = new Map<string, Stage>(
  Object.entries({
    $match: (docs: Document[], spec: Document) => docs.filter(compileFilter(spec)),
    $sort: (docs: Document[], spec: unknown) => sortDocuments(docs, (doc) => doc, parseSort(spec)),
    $skip: (docs: Document[], spec: unknown) => docs.slice(skipOf(spec)),
    $limit: (docs: Document[], spec: unknown) => docs.slice(0, limitOf(spec)),
    $project: (docs: Document[], spec: Document) => docs.map(compileProjection(spec)),
    $group: group,
    $count: count,
  }),
);

function count(docs: Document[], name: unknown): Document[] {
  if (typeof name !== 'string' || name === '') {
    throw new CommandError('BadValue', 'the count field must be a non-empty string');
  }
  return docs.length > 0 ? [{ [name]: docs.length }] : [];
}

/** Runs a pipeline over a view. Throws CommandError. */
export function runPipeline(view: CollectionView, pipeline: readonly Document[]): Document[] {
  const stages = pipeline.map(stageOf);
  try {
    const { query, rest } = splitPipeline(stages);
    const countId = countIdOf(rest);
    if (countId !== undefined) {
      const n = countRows(view, query);
      return n > 0 ? [{ _id: countId, n }] : [];
    }
    let docs = findRows(view, query).rows.map((row) => row.doc);
    for (const [name, spec] of rest) docs = STAGES.get(name)!(docs, spec as never);
    return docs;
  } catch (error) {
    throw toCommandError(error);
  }
}

function stageOf(stage: Document): [name: string, spec: unknown] {
  const [entry, ...others] = isPlainObject(stage) ? Object.entries(stage) : [];
  if (!entry || others.length > 0) {
    throw new CommandError('BadValue', 'a pipeline stage must be an object with exactly one field');
  }
  if (!STAGES.has(entry[0])) throw unsupported(`aggregation stage ${entry[0]}`);
  return entry;
}

const QUERY_STAGES = ['$match', '$sort', '$skip', '$limit'];

/** Reads `$match`, `$sort`, `$skip` and `$limit` at the front, in this order, as one query that may use an index. */
function splitPipeline(stages: readonly [name: string, spec: unknown][]) {
  const query: { -readonly [K in keyof FindInput]: FindInput[K] } = { filter: {} };
  let reached = -1;
  let at = 0;
  for (const [name, spec] of stages) {
    const place = QUERY_STAGES.indexOf(name);
    if (place <= reached) break;
    reached = place;
    if (name === '$match') query.filter = spec as Document;
    else if (name === '$sort') query.sort = parseSort(spec);
    else if (name === '$skip') query.skip = skipOf(spec);
    else query.limit = limitOf(spec);
    at++;
  }
  return { query, rest: stages.slice(at) };
}

/** The `_id` of the group that drivers' `countDocuments` asks for; undefined when the stages ask for something else. */
function countIdOf(stages: readonly [name: string, spec: unknown][]): number | undefined {
  const [[name, spec] = [], ...others] = stages;
  if (name !== '$group' || others.length > 0 || !isPlainObject(spec)) return undefined;
  const { _id, n, ...rest } = spec;
  const isCount = isPlainObject(n) && n.$sum === 1 && Object.keys({ ...n, ...rest }).length === 1;
  return isCount && typeof _id === 'number' ? _id : undefined;
}

function skipOf(spec: unknown): number {
  const skip = toNumber(spec, -1);
  if (skip < 0) throw new CommandError('BadValue', 'the argument to $skip must be a non-negative number');
  return skip;
}

function limitOf(spec: unknown): number {
  const limit = toNumber(spec, 0);
  if (limit <= 0) throw new CommandError('BadValue', 'the limit must be positive');
  return limit;
}
