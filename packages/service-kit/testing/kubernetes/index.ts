export * from './fake-api-server.ts';
export * from './kubeconfig.ts';
export * from './slices.ts';
