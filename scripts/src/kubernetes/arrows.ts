import { factsOf, PUBLIC_SERVICES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { containersOf, type Manifests, nameOf, type Workload } from './objects.ts';
import { type Direction, type Endpoint, sideOf } from './policies.ts';

/** Where every service listens, and where the gateway does. */
const SERVICE_PORT = 3000;
const GATEWAY_PORT = 8080;
const GATEWAY_METRICS_PORT = 9090;
const STORE_PORTS = { redis: 6379, mongodb: 27017 } as const;
/** Of its Service, and its own. */
const API_SERVER_PORTS = [443, 6443];
const API_SERVER = 'the API server';
const DNS_PORT = 53;
/** Where a collector takes traces, OTLP over HTTP. */
const TRACES_PORT = 4318;
/** Whom nobody may reach on it, whoever it is. */
const SSH_PORT = 22;

/** Somebody else's pod in a namespace with these labels. */
function foreign(name: string, ip: string, namespace: string, namespaceLabels = {}, labels = {}): Endpoint {
  const own = { 'kubernetes.io/metadata.name': namespace };
  return { name, ip, pod: { namespace, namespaceLabels: { ...own, ...namespaceLabels }, labels, ports: {} } };
}

/** Who there is besides our own pods. */
const OTHERS = {
  ingress: foreign('the ingress controller', '10.244.9.1', 'traefik', { 'doushouqi.io/ingress': 'true' }),
  prometheus: foreign('Prometheus', '10.244.9.2', 'monitoring', { 'doushouqi.io/monitoring': 'true' }),
  dns: foreign('DNS', '10.244.9.3', 'kube-system', {}, { 'k8s-app': 'kube-dns' }),
  collector: foreign('the collector of traces', '10.244.9.5', 'observability', {
    'doushouqi.io/traces': 'true',
  }),
  stranger: foreign(
    'a pod of another namespace',
    '10.244.9.4',
    'default',
    {},
    { 'app.kubernetes.io/name': 'gateway' },
  ),
  internet: { name: 'the internet', ip: '203.0.113.7' },
} satisfies Record<string, Endpoint>;

/**
 * What an overlay has outside of its namespace, by the policy that says where: an address in the first block of each
 * is the API server, or a store. A store that is a pod of its own has no such block.
 */
function outsiders(manifests: Manifests): Endpoint[] {
  const places = { 'api-server': API_SERVER, 'redis-clients': 'redis', 'mongodb-clients': 'mongodb' };
  return Object.entries(places).flatMap(([policy, name]) => {
    const peers = manifests.find('NetworkPolicy', policy)?.spec?.egress?.flatMap(({ to = [] }) => to) ?? [];
    const [block] = peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock.cidr]));
    return block === undefined ? [] : [{ name, ip: block.replace(/\/\d+$/, '') }];
  });
}

function endpointOf(workload: Workload, index: number, namespace: string): Endpoint {
  const ports = containersOf(workload.pod).flatMap((container) => container.ports ?? []);
  return {
    name: workload.name,
    ip: `10.244.0.${index + 1}`,
    pod: {
      namespace,
      namespaceLabels: { 'kubernetes.io/metadata.name': namespace, 'app.kubernetes.io/part-of': 'doushouqi' },
      labels: workload.labels,
      ports: Object.fromEntries(
        ports.flatMap(({ name, containerPort }) => (name ? [[name, containerPort]] : [])),
      ),
    },
  };
}

/** Arrows as `caller → called:port`. */
type Arrows = ReadonlySet<string>;

function arrow(from: string, to: string, port: number, protocol: 'TCP' | 'UDP' = 'TCP'): string {
  return `${from} → ${to}:${port}${protocol === 'UDP' ? '/UDP' : ''}`;
}

function storeArrows(caller: string, needs: readonly string[]): string[] {
  return (['redis', 'mongodb'] as const)
    .filter((store) => needs.includes(store))
    .map((store) => arrow(caller, store, STORE_PORTS[store]));
}

function apiServerArrows(caller: string): string[] {
  return API_SERVER_PORTS.map((port) => arrow(caller, API_SERVER, port));
}

/** Of the processes that are told where traces go. */
function traceArrows(manifests: Manifests, callers: readonly string[]): string[] {
  return callers
    .filter((name) => {
      const env = manifests.find('Deployment', name)?.spec?.template.spec?.containers[0]?.envFrom ?? [];
      const maps = env.map(({ configMapRef }) => manifests.find('ConfigMap', configMapRef?.name));
      return maps.some((map) => map?.data?.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
    })
    .map((name) => arrow(name, OTHERS.collector.name, TRACES_PORT));
}

/** Every connection that the product needs, as the one list of services has it, and no other. */
function wantedArrows(manifests: Manifests, callers: readonly string[]): Arrows {
  const services = SERVICE_NAMES.flatMap((name) => {
    const { calls, needs, nodes } = factsOf(name);
    return [
      ...calls.map((called) => arrow(name, called, SERVICE_PORT)),
      ...storeArrows(name, needs),
      arrow(OTHERS.prometheus.name, name, SERVICE_PORT),
      // It says there how costly it would be to take it away.
      ...(nodes ? apiServerArrows(name) : []),
    ];
  });
  const behindGateway = SERVICE_NAMES.filter(
    (name) => factsOf(name).nodes || PUBLIC_SERVICES.some((service) => service === name),
  );
  return new Set([
    ...services,
    ...behindGateway.map((name) => arrow('gateway', name, SERVICE_PORT)),
    // It finds the nodes there.
    ...apiServerArrows('gateway'),
    arrow(OTHERS.ingress.name, 'gateway', GATEWAY_PORT),
    arrow(OTHERS.prometheus.name, 'gateway', GATEWAY_METRICS_PORT),
    ...storeArrows('indexes', ['mongodb']),
    ...traceArrows(manifests, callers),
    ...callers.map((name) => arrow(name, OTHERS.dns.name, DNS_PORT, 'UDP')),
    ...callers.map((name) => arrow(name, OTHERS.dns.name, DNS_PORT)),
  ]);
}

const PORTS = [
  SERVICE_PORT,
  GATEWAY_PORT,
  GATEWAY_METRICS_PORT,
  ...Object.values(STORE_PORTS),
  ...API_SERVER_PORTS,
  DNS_PORT,
  TRACES_PORT,
  SSH_PORT,
];

/** Every connection that one side of it lets through, the caller's or the called one's, among all that can be thought of. */
function allowedArrows(manifests: Manifests, ours: readonly Endpoint[], direction: Direction): Arrows {
  const policies = manifests.of('NetworkPolicy');
  const everybody = [...ours, ...Object.values(OTHERS), ...outsiders(manifests)];
  const allowed = ours.flatMap((own) => {
    const side = sideOf(policies, own, direction);
    return everybody
      .filter((other) => other !== own)
      .flatMap((other) => {
        const [from, to] = direction === 'Egress' ? [own, other] : [other, own];
        return PORTS.flatMap((port) =>
          (['TCP', 'UDP'] as const)
            .filter((protocol) => side(other, port, protocol))
            .map((protocol) => arrow(from.name, to.name, port, protocol)),
        );
      });
  });
  return new Set(allowed);
}

/**
 * The network policies let through what the list of services asks for and nothing else, on either side: so one slip
 * opens nothing, and is told nevertheless. One line for each difference.
 */
export function arrowProblems(manifests: Manifests): string[] {
  const [namespace] = manifests.of('Namespace').map(nameOf);
  const ours = manifests.workloads().map((workload, index) => endpointOf(workload, index, namespace ?? ''));
  const names = ours.map(({ name }) => name);
  const wanted = wantedArrows(manifests, names);
  const sides = [
    { direction: 'Egress', own: (line: string) => line.split(' → ')[0] },
    { direction: 'Ingress', own: (line: string) => line.split(' → ')[1]?.split(':')[0] },
  ] as const;
  return sides.flatMap(({ direction, own }) => {
    const allowed = allowedArrows(manifests, ours, direction);
    const ofSide = [...wanted].filter((line) => names.some((name) => name === own(line)));
    return [
      ...ofSide
        .filter((line) => !allowed.has(line))
        .map((line) => `${direction}: the policies keep out ${line}`),
      ...[...allowed]
        .filter((line) => !wanted.has(line))
        .map((line) => `${direction}: the policies let through ${line}`),
    ];
  });
}
