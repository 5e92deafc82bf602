/** The engine: an owner for a worker in which the WASM searches. Made for pages; `./node` opens worker threads. */
export { LEVELS, type LevelSetting } from './levels.ts';
export type { EnginePort } from './messages.ts';
export { createEngine, type Engine, type EngineOptions } from './owner.ts';
export { winRate } from './score.ts';
export {
  EngineError,
  type EngineErrorCode,
  type EngineLine,
  type Level,
  type Score,
  type SearchInfo,
  type SearchLimits,
} from './types.ts';
