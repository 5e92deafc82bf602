export { ensureKeys, type KeyFiles, randomSecret, writeSecret } from './key-files.ts';
export { closeToOthers, makePrivateDir, openToOthers, withPrivateFiles } from './private-files.ts';
