import type { ServiceName } from '@doushouqi/protocol';

export const NAMESPACE = 'doushouqi';
export const NAME = 'app.kubernetes.io/name';
export const COMPONENT = 'app.kubernetes.io/component';
export const PART_OF = { 'app.kubernetes.io/part-of': NAMESPACE };
export const YES = 'true';

type Need = 'redis' | 'mongodb' | 'api-server';

/** Returns the label of the pods that may connect to a store or the API server. */
export function clientOf(need: Need): Record<string, string> {
  return { [`doushouqi.io/${need}`]: 'client' };
}

/** Returns an object of the API; `labels` are its own, not those of its pods. */
export function object(apiVersion: string, kind: string, name: string, rest: object, labels?: object) {
  return { apiVersion, kind, metadata: { name, ...(labels && { labels }) }, ...rest };
}

export function account(name: string, labels?: object) {
  return object('v1', 'ServiceAccount', name, { automountServiceAccountToken: false }, labels);
}

/** Returns a Service for the pods of a workload, on their port `port.name`. */
export function service(name: string, port: { name: string; port: number }, rest: object = {}) {
  const ports = [{ ...port, targetPort: port.name }];
  return object('v1', 'Service', name, { spec: { ...rest, selector: { [NAME]: name }, ports } });
}

export function podsOf(name: string) {
  return { podSelector: { matchLabels: { [NAME]: name } } };
}

/** Selects the pods of a namespace that the operator labeled for a purpose. */
export function namespaceFor(purpose: 'ingress' | 'monitoring') {
  return { namespaceSelector: { matchLabels: { [`doushouqi.io/${purpose}`]: YES } } };
}

/**
 * Public addresses, without the special ranges (https://www.iana.org/assignments/iana-ipv4-special-registry): own networks,
 * those of carriers, and link-local ones, where clouds answer with credentials (169.254.169.254). In IPv6 only global unicast
 * is public, except 6to4 and Teredo, which embed addresses of IPv4.
 */
const PUBLIC = {
  '0.0.0.0/0': [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  '2000::/3': ['2001::/32', '2002::/16'],
};

/** Returns the peers of an egress to servers outside. */
export function outside() {
  return Object.entries(PUBLIC).map(([cidr, except]) => ({ ipBlock: { cidr, except } }));
}

export function ports(...numbers: readonly (number | string)[]) {
  return numbers.map((port) => ({ port }));
}

interface Rules {
  ingress?: readonly object[];
  egress?: readonly object[];
}

/** Returns a network policy for pods. A direction in `types` without `rules` allows nothing. */
export function policy(
  name: string,
  podSelector: object,
  rules: Rules,
  types: readonly string[] = [...(rules.ingress ? ['Ingress'] : []), ...(rules.egress ? ['Egress'] : [])],
) {
  return object('networking.k8s.io/v1', 'NetworkPolicy', name, {
    spec: { podSelector, policyTypes: types, ...rules },
  });
}

/** Pod security context of the `restricted` standard. */
export function podSecurity(user: number, fsGroup: object = { fsGroup: user }) {
  return {
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: user,
    ...fsGroup,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}

/** Container security context of the `restricted` standard. */
export const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** CPU has no limit: a throttled process delays every client. */
export function resources(cpu: string, memory: string, memoryLimit: string) {
  return { requests: { cpu, memory }, limits: { memory: memoryLimit } };
}

/**
 * Priority classes: when memory or nodes run short, stores stay before the processes of live games, and these before the
 * rest, which has none.
 */
export const PRIORITIES = { stores: `${NAMESPACE}-stores`, live: `${NAMESPACE}-live` } as const;

/** Folder of a container's keys and passwords. */
export const SECRETS_DIR = '/run/secrets/doushouqi';

export function httpProbe(path: string, port: string) {
  return { httpGet: { path, port } };
}

export function mount(name: string, mountPath: string, readOnly = false) {
  return { name, mountPath, ...(readOnly && { readOnly }) };
}

/** Files that only the owner and the group may read. */
export const SECRET_MODE = { '# 0440': null, defaultMode: 0o440 };

/** Returns the Secret with the addresses of the stores; each service has its own user there. */
export function storesSecretOf(name: ServiceName): string {
  return `${name}-stores`;
}

/** Returns the name of the Secret with the file of a key. */
export function secretOf(file: string): string {
  return file.replace('.pem', '');
}
