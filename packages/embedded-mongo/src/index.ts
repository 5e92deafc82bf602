export { type EmbeddedStore, type EmbeddedStoreOptions, startEmbeddedStore } from './server.ts';
