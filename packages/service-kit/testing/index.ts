export * from './backing.ts';
export * from './peers.ts';
export * from './ports.ts';
export * from './redis.ts';
export * from './store.ts';
export * from './tokens.ts';
