import { type Platform, startPlatform } from './platform.ts';
import { freePorts } from './ports.ts';
import { productProcesses } from './programs.ts';

/** Starts the stores of a platform whose services do not run; `mongodbUrl` replaces the embedded store. */
export async function startStores(dataDir: string, mongodbUrl?: string): Promise<Platform> {
  const processes = productProcesses({}, { ownRedis: true, ownStore: mongodbUrl === undefined }).filter(
    ({ stage }) => stage === 'redis' || stage === 'store',
  );
  const [port = 0] = await freePorts(1);
  return startPlatform({ dataDir, port, processes, ...(mongodbUrl === undefined ? {} : { mongodbUrl }) });
}
