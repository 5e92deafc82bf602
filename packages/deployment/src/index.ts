export { ensureKeys, type KeyFiles, writeSecret } from './key-files.ts';
export { closeToOthers, makePrivateDir, openToOthers, withPrivateFiles } from './private-files.ts';
