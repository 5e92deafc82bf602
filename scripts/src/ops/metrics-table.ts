/** Metrics of Node and of the process that prom-client brings; its own page explains them. */
const GENERAL = /^(process|nodejs)_/;

/** A metric, and the services that show it. */
export interface Shown {
  name: string;
  type: string;
  help: string;
  services: string[];
}

/** Reads what a process shows on `/metrics`, in Prometheus' text format. */
function declaredIn(exposition: string): Omit<Shown, 'services'>[] {
  const types = new Map(
    [...exposition.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  return [...exposition.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', help = '']) => ({
    name,
    help,
    type: types.get(name) ?? '',
  }));
}

/** What all services show together, by name; `expositions`: the text of each one's `/metrics`. */
export function shownBy(expositions: Readonly<Record<string, string>>): Shown[] {
  const shown = new Map<string, Shown>();
  for (const [service, text] of Object.entries(expositions)) {
    for (const metric of declaredIn(text)) {
      const { services } = shown.get(metric.name) ?? { services: [] };
      shown.set(metric.name, { ...metric, services: [...services, service] });
    }
  }
  return [...shown.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The table of docs/observability.md; `services`: how many there are. */
export function metricsTable(shown: readonly Shown[], services: number): string {
  const rows = shown
    .filter(({ name }) => !GENERAL.test(name))
    .map((metric) => {
      const where = metric.services.length === services ? 'all' : metric.services.join(', ');
      return `| \`${metric.name}\` | ${metric.type} | ${where} | ${metric.help} |`;
    });
  return ['| Metric | Type | Shown by | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
