/** The engine: owns a worker that runs the WASM search. For pages; `./node` opens worker threads. */
export { limitsOfDifficulty } from './difficulty.ts';
export { LEVELS, type LevelSetting } from './levels.ts';
export type { EnginePort } from './messages.ts';
export { createEngine, type Engine, type EngineOptions } from './owner.ts';
export { winRate } from './score.ts';
export { formatSquareMove, parseSquareMove } from './squares.ts';
export {
  EngineError,
  type EngineErrorCode,
  type EngineLine,
  type Level,
  type Score,
  type SearchInfo,
  type SearchLimits,
} from './types.ts';
