import { parser } from '@prometheus-io/lezer-promql';

/** What an expression stands for, as Prometheus' own grammar reads it. */
export interface Query {
  /** Metrics that it selects, with the suffixes of histograms. */
  metrics: string[];
  /** What does not parse; empty for a right one. */
  errors: string[];
}

/** Reads an expression in PromQL. */
export function readQuery(expression: string): Query {
  const metrics: string[] = [];
  const errors: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to);
      if (type.isError) errors.push(`${expression} (at ${from})`);
      else if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector') metrics.push(text);
    },
  });
  return { metrics, errors };
}

/** The metric as it was registered: without what a histogram's series add. */
export function familyOf(metric: string, known: ReadonlySet<string>): string {
  const family = metric.replace(/_(bucket|sum|count)$/, '');
  return known.has(metric) ? metric : family;
}
