export { gameScripts, randomOf } from './game-scripts.ts';
export { metricsTable, shownBy } from './ops/metrics-table.ts';
export { scrapeAll } from './ops/scrape.ts';
export { launchBrowser } from './platform/browser.ts';
export { ALL_NODES_IN_USE, NO_LIMITS, ROOM_FOR_ONE_ADDRESS } from './platform/limits.ts';
export type { LogEntry } from './platform/log-line.ts';
export { startStores } from './platform/own-stores.ts';
export {
  type Platform,
  type PlatformOptions,
  type PlatformProcess,
  startPlatform,
} from './platform/platform.ts';
export { PlatformError } from './platform/platform-error.ts';
export { freePorts } from './platform/ports.ts';
export { redisUrlOf } from './platform/redis-config.ts';
export { refusedByRedis } from './platform/redis-refusals.ts';
