import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestKubeconfig {
  path: string;
  /** Replaces the token in the token file of the kubeconfig. */
  writeToken(token: string): Promise<void>;
  removeToken(): Promise<void>;
  remove(): Promise<void>;
}

/** Writes a kubeconfig for the API server at `server`, with a token read from a file. */
export async function writeKubeconfig(server: string, token: string): Promise<TestKubeconfig> {
  const dir = await mkdtemp(join(tmpdir(), 'doushouqi-kube-'));
  const path = join(dir, 'config');
  const tokenFile = join(dir, 'token');
  const user = { 'auth-provider': { name: 'tokenFile', config: { tokenFile } } };
  // The library uses plain HTTP only with verification disabled.
  const cluster = { server, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  };
  await Promise.all([writeFile(path, JSON.stringify(config)), writeFile(tokenFile, `${token}\n`)]);
  return {
    path,
    writeToken: (next) => writeFile(tokenFile, `${next}\n`),
    removeToken: () => rm(tokenFile),
    remove: () => rm(dir, { recursive: true }),
  };
}
