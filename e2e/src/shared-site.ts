/**
 * Global setup of the browser stories: a running product for each worker; stories that kill processes start their own.
 * Two stories at the same time would meet in one product: they share nicknames, pools and the lobby.
 */
import { freePorts } from '@doushouqi/scripts';
import type { TestProject } from 'vitest/node';
import { type Site, startSite } from './world.ts';

/** A site, and the ports where a story may start its push service and its SMTP server. */
type SharedSite = Site & { pushPort: number; smtpPort: number };

declare module 'vitest' {
  interface ProvidedContext {
    sites: readonly SharedSite[];
  }
}

async function startShared(): Promise<{ site: SharedSite; stop: () => Promise<void> }> {
  const [pushPort = 0, smtpPort = 0] = await freePorts(2);
  const { site, stop } = await startSite(undefined, (port) => ({
    PUSH_HOSTS: `http://127.0.0.1:${pushPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'qi@example.test',
    PUBLIC_URL: `http://localhost:${port}`,
  }));
  return { site: { ...site, pushPort, smtpPort }, stop };
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: Number(project.config.maxWorkers) });
  const started = await Promise.all(workers.map(startShared));
  project.provide(
    'sites',
    started.map(({ site }) => site),
  );
  return async () => void (await Promise.all(started.map(({ stop }) => stop())));
}
