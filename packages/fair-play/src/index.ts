export * from './agreement.ts';
export * from './decisions.ts';
export * from './evidence.ts';
export * from './judge.ts';
export * from './numbers.ts';
export * from './pace.ts';
export * from './packed.ts';
