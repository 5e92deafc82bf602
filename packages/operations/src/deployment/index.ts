export { openVault } from './distribute.ts';
export { ensureKeys, type KeyFiles, writeSecret } from './key-files.ts';
export {
  BACKUP_SIGNING_FILE,
  HOLDERS,
  KEY_FILES,
  membersOf,
  OPERATIONS,
  planSecrets,
  REPLICA_SET,
  REPLICATED_STORES,
  SENTINEL_PORT,
  SINGLE_STORES,
  STORE_PORTS,
  type StoreAddresses,
} from './plan.ts';
export { closeToOthers, makePrivateDir, openToOthers, withPrivateFiles } from './private-files.ts';
export { REDIS_SERVICES, redisRules } from './redis-rules.ts';
