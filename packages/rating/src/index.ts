export * from './conduct.ts';
export * from './conduct-of-game.ts';
export * from './glicko.ts';
export * from './ledger.ts';
export * from './levels.ts';
export * from './points.ts';
export * from './rate.ts';
export * from './seasons.ts';
