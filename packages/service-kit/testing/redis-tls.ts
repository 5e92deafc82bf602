import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from './ports.ts';
import { launchRedis, type Settings, type TestRedis } from './redis.ts';
import { startTestCluster, type TestCluster } from './redis-cluster.ts';
import { startTestSentinels, type TestSentinels } from './redis-sentinel.ts';

/**
 * Certificate of a server: for `localhost` and 127.0.0.1, or for a name that no server has. Both are self-signed and
 * valid until 2126 (`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 …`).
 */
export type Certificate = 'localhost' | 'elsewhere';

function fileOf(certificate: Certificate, kind: 'crt' | 'key'): string {
  return join(import.meta.dirname, 'tls', `${certificate}.${kind}`);
}

/** Returns the options of a TLS server with this certificate. */
export function certified(certificate: Certificate): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(fileOf(certificate, 'crt')), key: readFileSync(fileOf(certificate, 'key')) };
}

/** Makes this process trust these certificates, as `NODE_EXTRA_CA_CERTS` does, and no others of the test servers. */
export function trust(...certificates: Certificate[]): void {
  const ours = certificates.map((one) => readFileSync(fileOf(one, 'crt'), 'utf8'));
  setDefaultCACertificates([...getCACertificates('bundled'), ...ours]);
}

/**
 * Returns the settings of a server with TLS for clients and peers. The tests' own commands use a port without TLS.
 */
async function withTls(certificate: Certificate = 'localhost'): Promise<Settings> {
  return {
    'tls-port': await freePort(),
    'tls-cert-file': fileOf(certificate, 'crt'),
    'tls-key-file': fileOf(certificate, 'key'),
    'tls-ca-cert-file': fileOf(certificate, 'crt'),
    'tls-auth-clients': 'no',
    'tls-replication': 'yes',
  };
}

function manyWithTls(count: number): Promise<Settings[]> {
  return Promise.all(Array.from({ length: count }, () => withTls()));
}

/** Returns the address of the same servers over TLS. */
function overTls(url: string, settings: readonly Settings[]): string {
  const ports = settings.map((one) => one['tls-port']);
  return url.replace('redis', 'rediss').replace(/:\d+/g, () => `:${ports.shift()}`);
}

/** Starts one server. `plainUrl`: the TLS port, addressed without TLS. */
export async function startTlsRedis(certificate?: Certificate): Promise<TestRedis & { plainUrl: string }> {
  const settings = await withTls(certificate);
  const server = await launchRedis(settings);
  const url = overTls(server.url, [settings]);
  return { ...server, url, plainUrl: url.replace('rediss', 'redis') };
}

export async function startTlsSentinels(): Promise<TestSentinels> {
  const settings = await manyWithTls(5);
  const sentinels = await startTestSentinels(settings);
  return { ...sentinels, url: overTls(sentinels.url, settings.slice(2)) };
}

export async function startTlsCluster(): Promise<TestCluster> {
  const settings = await manyWithTls(6);
  const cluster = await startTestCluster(settings.map((one) => ({ ...one, 'tls-cluster': 'yes' })));
  return { ...cluster, url: overTls(cluster.url, settings) };
}
