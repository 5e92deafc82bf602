import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface TargetGroup {
  targets: string[];
  labels: { service: string };
}

/** What each service of a running platform shows on `/metrics`, once for each service, by `metrics-targets.json`. */
export async function scrapeAll(dataDir: string): Promise<Record<string, string>> {
  const groups = JSON.parse(readFileSync(join(dataDir, 'metrics-targets.json'), 'utf8')) as TargetGroup[];
  const scraped = groups.map(
    async ({ targets: [target], labels: { service } }): Promise<[string, string]> => {
      const response = await fetch(`http://${target}/metrics`);
      return [service, await response.text()];
    },
  );
  return Object.fromEntries(await Promise.all(scraped));
}
