/**
 * Everything that depends on undocumented parts of V8, Node streams, ioredis, engine.io or ws. Each item states its measured gain; one
 * of less than 10 % of CPU or memory does not belong here. `v8.ts` has a separate entry because it loads nothing.
 */
export * from './commands.ts';
export * from './connections.ts';
export * from './writes.ts';
