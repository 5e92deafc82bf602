export * from './cluster-adapter.ts';
export * from './notifier.ts';
