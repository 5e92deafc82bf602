import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface TargetGroup {
  targets: string[];
  labels: { service: string };
}

/** Reads `/metrics` of each service of a running platform, by `metrics-targets.json`. */
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
