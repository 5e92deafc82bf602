import type { ServiceName } from '@doushouqi/protocol';
import { type CollectionAction, getServiceDef } from '@doushouqi/protocol/server';

/** The role of the operator, who creates and restores backups: full access to the one database. */
export const OPERATOR_ROLE = 'readWrite';

/** A privilege of MongoDB's `createRole`. */
export interface Privilege {
  resource: { db: string; collection: string };
  actions: readonly (CollectionAction | 'createIndex')[];
}

/**
 * Returns the MongoDB privileges of a service: its actions on its collections in the list of services, and their indexes,
 * which it creates at startup and in the job before it. Creating an index creates the collection.
 */
export function mongodbPrivileges(service: ServiceName, db: string): Privilege[] {
  return Object.entries(getServiceDef(service).collections ?? {}).map(([collection, actions]) => ({
    resource: { db, collection },
    actions: [...actions, 'createIndex'],
  }));
}
