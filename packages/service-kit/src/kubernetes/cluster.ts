import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import {
  createConfiguration,
  KubeConfig,
  type Middleware,
  PatchStrategy,
  ServerConfiguration,
  type User,
} from '@kubernetes/client-node';

const REQUEST_TIMEOUT_MS = 10_000;

/** Name of our auth provider in `config`, which replaces the library's. */
const FRESH_TOKEN = 'freshTokenFile';

/**
 * Reads the service account token for every request, at most a few times a minute. The library caches it for a minute, so a
 * token replaced early would be refused.
 */
const freshToken = {
  isAuthProvider: (user: User): boolean => user.authProvider?.name === FRESH_TOKEN,
  async applyAuthentication(user: User, options: { headers?: RequestOptions['headers'] }): Promise<void> {
    const token = (await readFile(user.authProvider.config.path, 'utf8')).trim();
    options.headers = { ...(options.headers as Record<string, string>), Authorization: `Bearer ${token}` };
  },
};

function withFreshToken(user: User): User {
  const path: unknown = user.authProvider?.config?.tokenFile;
  return path === undefined ? user : { ...user, authProvider: { name: FRESH_TOKEN, config: { path } } };
}

/**
 * Returns the configuration for the API server: from the file `kubeconfig` if given (for use outside the cluster), else of
 * the pod's service account. Throws if neither exists.
 */
export function readClusterConfig(kubeconfig: string | undefined): KubeConfig {
  const config = new KubeConfig();
  config.addAuthenticator(freshToken);
  if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
  else if (process.env.KUBERNETES_SERVICE_HOST) config.loadFromCluster();
  else throw new Error('this process does not run in a Kubernetes cluster, and KUBECONFIG is not set');
  config.users = config.users.map(withFreshToken);
  return config;
}

const timeLimit: Middleware = {
  pre: async (request) => {
    request.setSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    return request;
  },
  post: async (response) => response,
};

const mergePatch: Middleware = {
  pre: async (request) => {
    if (request.getHttpMethod() === 'PATCH') request.setHeaderParam('Content-Type', PatchStrategy.MergePatch);
    return request;
  },
  post: async (response) => response,
};

/** Returns the configuration of the library's APIs. Requests time out after 10 s; patches are merge patches. */
export function apiConfiguration(config: KubeConfig) {
  const server = config.getCurrentCluster()?.server;
  if (server === undefined) throw new Error('the kubeconfig has no cluster');
  return createConfiguration({
    baseServer: new ServerConfiguration(server, {}),
    authMethods: { default: config },
    promiseMiddleware: [timeLimit, mergePatch],
  });
}

/** Returns a short reason of an error. The library's message contains all response headers. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'number') return `HTTP ${error.code}`;
  if ('statusCode' in error) return `HTTP ${error.statusCode}`;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
