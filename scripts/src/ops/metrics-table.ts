/** Default metrics of prom-client for Node and the process; its own documentation explains them. */
const GENERAL = /^(process|nodejs)_/;

/** A metric as exposed on `/metrics`. */
export interface Shown {
  name: string;
  type: string;
  help: string;
}

/** Parses a reply of `/metrics` in Prometheus' text format. */
function declaredIn(exposition: string): Shown[] {
  const types = new Map(
    [...exposition.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  return [...exposition.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', help = '']) => ({
    name,
    help,
    type: types.get(name) ?? '',
  }));
}

/** Returns the metrics of all services, by name. `expositions` are their replies of `/metrics`. */
export function shownBy(expositions: Readonly<Record<string, string>>): Shown[] {
  const shown = new Map(
    Object.values(expositions)
      .flatMap(declaredIn)
      .map((metric) => [metric.name, metric]),
  );
  return [...shown.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the table of docs/observability.md. */
export function metricsTable(shown: readonly Shown[]): string {
  const rows = shown
    .filter(({ name }) => !GENERAL.test(name))
    .map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`);
  return ['| Metric | Type | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
