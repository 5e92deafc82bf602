import { parser } from '@prometheus-io/lezer-promql';

/** An expression parsed with Prometheus' own grammar. */
export interface Query {
  /** Selected metrics, with the suffixes of histograms. */
  metrics: string[];
  /** Syntax errors; empty for a valid expression. */
  errors: string[];
}

/** Parses a PromQL expression. */
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

/** Returns the registered name of a metric, without the suffix of a histogram's series. */
export function familyOf(metric: string, known: ReadonlySet<string>): string {
  const family = metric.replace(/_(bucket|sum|count)$/, '');
  return known.has(metric) ? metric : family;
}
