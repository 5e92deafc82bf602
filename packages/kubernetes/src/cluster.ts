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

/** A list or a patch that takes longer has failed. Milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;

/** The name under which `config` holds the path of a token, in place of the library's own. */
const FRESH_TOKEN = 'freshTokenFile';

/**
 * Reads the token of a service account for every request. The library's own way keeps it for a minute, in which a
 * token that was replaced early would be refused; we ask a few times a minute at most.
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
 * How this process speaks to the API server: by the file `kubeconfig` where one is given (to try things from outside),
 * else as the service account of its pod. Throws where neither is there.
 */
export function readClusterConfig(kubeconfig: string | undefined): KubeConfig {
  const config = new KubeConfig();
  config.addAuthenticator(freshToken);
  if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
  else if (process.env.KUBERNETES_SERVICE_HOST) config.loadFromCluster();
  else throw new Error('this process is in no Kubernetes cluster, and KUBECONFIG names no file');
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

/** The configuration of the library's APIs. Every request ends in ten seconds; patches are merge patches. */
export function apiConfiguration(config: KubeConfig) {
  const server = config.getCurrentCluster()?.server;
  if (server === undefined) throw new Error('the kubeconfig names no cluster');
  return createConfiguration({
    baseServer: new ServerConfiguration(server, {}),
    authMethods: { default: config },
    promiseMiddleware: [timeLimit, mergePatch],
  });
}

/** What went wrong, in a few words; the library's own message holds every header of the answer. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'number') return `HTTP ${error.code}`;
  if ('statusCode' in error) return `HTTP ${error.statusCode}`;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
