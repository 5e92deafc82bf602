/** Exports for tools/: the WASM instance without worker or owner, the levels, the endgame tables. */
export { type Core, type CoreLimits, loadCore } from './core.ts';
export { judged, levelOf, limitsOfLevel, randomFrom } from './levels.ts';
export { unpackImage } from './tables/image.ts';
export { wantsTables } from './tables.ts';

export const WASM_FILE = new URL('../dist/engine.wasm', import.meta.url);
export const TABLES_FILE = new URL('../data/endgame.bin', import.meta.url);
