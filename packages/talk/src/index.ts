export * from './flood.ts';
