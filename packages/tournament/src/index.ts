export { type ArenaGame, type ArenaScore, arenaScore } from './arena/points.ts';
export { type ArenaRow, arenaStandings } from './arena/standings.ts';
export { type FreePlayer, freePlayers, pairWave, REPEAT_AFTER_MS, type WavePair } from './arena/waves.ts';
export type * from './events.ts';
export * from './state.ts';
export { pairRound, type SwissPairing } from './swiss/dutch.ts';
export { lateByes, mayEnter, mayRequestBye } from './swiss/entry.ts';
export { type SwissPlayer, swissPlayers } from './swiss/players.ts';
export { type SwissRow, swissStandings } from './swiss/standings.ts';
