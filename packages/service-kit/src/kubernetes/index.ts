export type { KubeConfig } from '@kubernetes/client-node';
export { readClusterConfig, reasonOf } from './cluster.ts';
export type { ServiceEndpoint } from './endpoints.ts';
export * from './pod-annotation.ts';
export * from './watch-endpoints.ts';
