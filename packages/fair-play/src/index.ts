export * from './decisions.ts';
export * from './evidence.ts';
export * from './pace.ts';
