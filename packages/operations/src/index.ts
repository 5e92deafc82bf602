export { restoreBackup } from './backup/restore.ts';
export { connectStores, type StoreAddresses } from './backup/stores.ts';
export { takeBackup } from './backup/take.ts';
export { needsStores, runCommand } from './command.ts';
export { runPlayers } from './players/serve.ts';
export { recalculateRatings } from './ratings/recalculate-ratings.ts';
