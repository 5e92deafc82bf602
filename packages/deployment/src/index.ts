export { openVault } from './distribute.ts';
export { ensureKeys, type KeyFiles, writeSecret } from './key-files.ts';
export { runKeys } from './keys-command.ts';
export {
  BACKUP_SIGNING_FILE,
  KEY_FILES,
  membersOf,
  OPERATIONS,
  planSecrets,
  REPLICA_SET,
  SENTINEL_PORT,
  STORE_PORTS,
  type StoresKind,
} from './plan.ts';
export { closeToOthers, makePrivateDir, openToOthers, withPrivateFiles } from './private-files.ts';
export { REDIS_SERVICES, redisRules } from './redis-rules.ts';
