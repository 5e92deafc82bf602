export * from './flood.ts';
export * from './moderate.ts';
