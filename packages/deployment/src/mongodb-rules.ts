import type { ServiceName } from '@doushouqi/protocol';
import { type CollectionAction, factsOf } from '@doushouqi/protocol/server';

/** The role of a person on call, who takes backups and puts them back: everything in the one database. */
export const OPERATOR_ROLE = 'readWrite';

/** A privilege as MongoDB's `createRole` takes it. */
export interface Privilege {
  resource: { db: string; collection: string };
  actions: readonly (CollectionAction | 'createIndex')[];
}

/**
 * What a service may do in MongoDB: its own collections of the list of services and what it does there, and their indexes,
 * which it makes at its start and in the job before it. Making an index makes the collection.
 */
export function mongodbPrivileges(service: ServiceName, db: string): Privilege[] {
  return Object.entries(factsOf(service).collections ?? {}).map(([collection, actions]) => ({
    resource: { db, collection },
    actions: [...actions, 'createIndex'],
  }));
}
