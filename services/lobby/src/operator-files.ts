import {
  type LiveFile,
  type Logger,
  type Metrics,
  type Moderator,
  openLiveFile,
  openModerator,
} from '@doushouqi/service-kit';
import { type LobbyConfig, parseLobbyConfig } from './lobby-config.ts';

interface OperatorFiles {
  config: LiveFile<LobbyConfig>;
  moderator: Moderator;
}

interface OperatorFilesOptions {
  configFile: string;
  keywordsFile: string;
  logger: Logger;
  metrics: Metrics;
  /** Epoch ms. */
  now: () => number;
}

/** What operators write while the service runs. Rejects with one clear line when a file is wrong at the start. */
export async function openOperatorFiles(options: OperatorFilesOptions): Promise<OperatorFiles> {
  const { configFile, keywordsFile, ...rest } = options;
  const config = await openLiveFile({ ...rest, path: configFile, parse: parseLobbyConfig });
  return { config, moderator: await openModerator({ ...rest, path: keywordsFile }) };
}
