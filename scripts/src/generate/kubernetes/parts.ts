import {
  calledBy,
  getServiceDef,
  needsOf,
  PUBLIC_SERVICES,
  ROLES,
  type Role,
  SERVICE_NAMES,
  urlVariable,
} from '@doushouqi/protocol/server';
import { OPERATIONS_ROUTES, SHUTDOWN_DEADLINE_MS } from '@doushouqi/service-kit';
import { keysOf, PORTS, portOf, urlOf } from '../addresses.ts';
import * as k8s from './objects.ts';

/** Series of `services/realtime/src/metrics.ts` by which realtime nodes scale; k8s/autoscaling makes it known. */
const SESSIONS_METRIC = 'realtime_sockets';

/** User of the product's images. */
const USER = 1_000;
/** Time for which a terminating pod still takes requests, until its callers are updated. Seconds. */
const PAUSE_SECONDS = 5;
const SHUTDOWN_SECONDS = SHUTDOWN_DEADLINE_MS / 1_000;
const SPARE_SECONDS = 15;

function isNode(role: Role): boolean {
  return role !== 'gateway' && getServiceDef(role).nodes === true;
}

/** Returns whether live games need a process: the gateway, and all that receive the events of rooms. */
function isLive(role: Role): boolean {
  if (role === 'gateway') return true;
  return getServiceDef(role).redis.channels?.some((channel) => channel.startsWith('{room:')) ?? false;
}

/** Returns the rights at the API server, with the reason. Other parts have no token. */
function rightsOf(role: Role) {
  if (role === 'gateway')
    return {
      '# It finds the realtime nodes by watching their endpoints, and may do nothing else.': null,
      rules: [{ apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] }],
    };
  return isNode(role)
    ? {
        '# It writes the cost of its deletion on its own pod; `own-pod.yaml` limits it to that.': null,
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['patch'] }],
      }
    : undefined;
}

function roleObjects(role: Role): object[] {
  const rights = rightsOf(role);
  const group = 'rbac.authorization.k8s.io';
  if (rights === undefined) return [];
  return [
    k8s.object(`${group}/v1`, 'Role', role, rights),
    k8s.object(`${group}/v1`, 'RoleBinding', role, {
      roleRef: { apiGroup: group, kind: 'Role', name: role },
      subjects: [{ kind: 'ServiceAccount', name: role }],
    }),
  ];
}

function variable(name: string, value: string) {
  return { name, value };
}

function field(name: string, fieldPath: string) {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

function ownVariables(role: Role): unknown[] {
  if (role === 'gateway')
    return [
      variable('METRICS_HOST', '0.0.0.0'),
      variable('METRICS_PORT', String(PORTS.gatewayMetrics)),
      '# Only for the line below.',
      field('POD_NAMESPACE', 'metadata.namespace'),
      ...SERVICE_NAMES.filter(isNode).map((name) =>
        variable('REALTIME_SERVICE', `$(POD_NAMESPACE)/${name}:http`),
      ),
      variable('WEB_DIST', '/app/web/dist'),
    ];
  if (getServiceDef(role).playsThroughGateway) return [variable('GATEWAY_URL', 'http://gateway')];
  if (!isNode(role)) return [];
  return [
    '# The endpoint that the gateway sees has this name too.',
    field('NODE_ID', 'metadata.name'),
    field('POD_NAME', 'metadata.name'),
    field('POD_NAMESPACE', 'metadata.namespace'),
  ];
}

function environmentOf(role: Role): unknown[] {
  return [
    variable('PORT', String(portOf(role))),
    variable('HOST', '0.0.0.0'),
    ...ownVariables(role),
    ...calledBy(role).map((name) => variable(urlVariable(name), urlOf(name))),
    ...keysOf(role).map(({ variable: name, file }) => variable(name, `${k8s.SECRETS_DIR}/${file}`)),
  ];
}

function probe(path: string, timing: object) {
  return { ...k8s.httpProbe(path, 'http'), ...timing };
}

function containerOf(role: Role) {
  const size =
    role === 'gateway' ? { cpu: '500m', memory: '192Mi', memoryLimit: '1Gi' } : getServiceDef(role).size;
  const { health, ready } = OPERATIONS_ROUTES;
  const metrics = { name: 'metrics', containerPort: PORTS.gatewayMetrics };
  return {
    name: 'app',
    image: `doushouqi-${role}`,
    ports: [{ name: 'http', containerPort: portOf(role) }, ...(role === 'gateway' ? [metrics] : [])],
    envFrom: [
      { configMapRef: { name: role } },
      ...(role === 'gateway' ? [] : [{ secretRef: { name: k8s.storesSecretOf(role) } }]),
    ],
    env: environmentOf(role),
    '# Callers learn of the end of the pod during this pause.': null,
    lifecycle: { preStop: { sleep: { seconds: PAUSE_SECONDS } } },
    startupProbe: probe(health, { periodSeconds: 1, failureThreshold: 120 }),
    '# A dependency is asked for 1.5 s at most.': null,
    readinessProbe: probe(ready, { periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }),
    livenessProbe: probe(health, { periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }),
    resources: k8s.resources(size.cpu, size.memory, size.memoryLimit),
    securityContext: k8s.CONTAINER_SECURITY,
    volumeMounts: [
      k8s.mount('tmp', '/tmp'),
      ...(role === 'gateway' ? [] : [k8s.mount('keys', k8s.SECRETS_DIR, true)]),
    ],
  };
}

function volumesOf(role: Role) {
  const sources = keysOf(role).map(({ file }) => ({ secret: { name: k8s.secretOf(file) } }));
  const keys = { name: 'keys', projected: { ...k8s.SECRET_MODE, sources } };
  return [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }, ...(role === 'gateway' ? [] : [keys])];
}

/** Spreads the pods of the same version of a part. */
function spreadOver(topologyKey: string) {
  return {
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: k8s.PART_OF },
    matchLabelKeys: [k8s.NAME, 'pod-template-hash'],
  };
}

function labelsOf(role: Role) {
  return { [k8s.NAME]: role, [k8s.COMPONENT]: role === 'gateway' ? 'gateway' : 'service' };
}

function podLabelsOf(role: Role) {
  const needs = needsOf(role);
  return {
    ...labelsOf(role),
    ...(needs.includes('redis') && k8s.clientOf('redis')),
    ...(needs.includes('mongodb') && k8s.clientOf('mongodb')),
    ...(rightsOf(role) && k8s.clientOf('api-server')),
  };
}

function podOf(role: Role) {
  const metricsPort = role === 'gateway' ? PORTS.gatewayMetrics : PORTS.service;
  const annotations = {
    'prometheus.io/scrape': k8s.YES,
    'prometheus.io/port': String(metricsPort),
    'prometheus.io/path': OPERATIONS_ROUTES.metrics,
  };
  return {
    metadata: { labels: podLabelsOf(role), annotations },
    spec: {
      serviceAccountName: role,
      ...(isLive(role) && { priorityClassName: k8s.PRIORITIES.live }),
      automountServiceAccountToken: rightsOf(role) !== undefined,
      [`# The pause before the end, ${SHUTDOWN_SECONDS} s of service-kit for an ordered shutdown, and ${SPARE_SECONDS} s to spare.`]:
        null,
      terminationGracePeriodSeconds: PAUSE_SECONDS + SHUTDOWN_SECONDS + SPARE_SECONDS,
      '# Otherwise every Service would be written into the environment (`AUTH_PORT=tcp://…`).': null,
      enableServiceLinks: false,
      securityContext: k8s.podSecurity(USER),
      topologySpreadConstraints: [
        spreadOver('kubernetes.io/hostname'),
        spreadOver('topology.kubernetes.io/zone'),
      ],
      containers: [containerOf(role)],
      volumes: volumesOf(role),
    },
  };
}

function deployment(role: Role) {
  const spec = {
    revisionHistoryLimit: 3,
    selector: { matchLabels: { [k8s.NAME]: role } },
    strategy: {
      type: 'RollingUpdate',
      rollingUpdate: { '# No pod ends before another one is ready.': null, maxUnavailable: 0, maxSurge: 1 },
    },
    template: podOf(role),
  };
  return k8s.object('apps/v1', 'Deployment', role, { spec }, labelsOf(role));
}

function serviceOf(role: Role) {
  if (role === 'gateway') return k8s.service(role, { name: 'http', port: 80 });
  const headless = {
    '# No address of its own: the gateway chooses among the pods by the session.': null,
    clusterIP: 'None',
  };
  return k8s.service(role, { name: 'http', port: PORTS.service }, isNode(role) ? headless : {});
}

function cpuMetric(averageUtilization: number) {
  return {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
  };
}

/** Websockets end with their pod, so pods are removed rarely, and one at a time. */
const SLOWLY_DOWN = {
  '# Websockets end with their pod: one at a time, after a long time of less load.': null,
  scaleDown: {
    stabilizationWindowSeconds: 900,
    policies: [{ type: 'Pods', value: 1, periodSeconds: 300 }],
  },
};

function scaleOf(role: Role) {
  if (role === 'gateway') return { maxReplicas: 10, metrics: [cpuMetric(60)], behavior: SLOWLY_DOWN };
  const { maxProcesses: maxReplicas } = getServiceDef(role).size;
  if (!isNode(role)) return { maxReplicas, metrics: [cpuMetric(70)] };
  return {
    maxReplicas,
    metrics: [
      cpuMetric(70),
      '# Of its `/metrics`, through k8s/autoscaling/prometheus-adapter.yaml.',
      {
        type: 'Pods',
        pods: {
          metric: { name: SESSIONS_METRIC },
          target: { type: 'AverageValue', averageValue: '4000' },
        },
      },
    ],
    behavior: {
      ...SLOWLY_DOWN,
      scaleUp: { policies: [{ type: 'Percent', value: 100, periodSeconds: 60 }] },
    },
  };
}

function autoscaler(role: Role) {
  return k8s.object('autoscaling/v2', 'HorizontalPodAutoscaler', role, {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: role },
      minReplicas: 2,
      ...scaleOf(role),
    },
  });
}

function budget(role: Role) {
  return k8s.object('policy/v1', 'PodDisruptionBudget', role, {
    spec: {
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
      selector: { matchLabels: { [k8s.NAME]: role } },
    },
  });
}

/** Returns the parts that a role calls, and the nodes. */
function reachedBy(role: Role): readonly string[] {
  if (role !== 'gateway') {
    return [...calledBy(role), ...(getServiceDef(role).playsThroughGateway ? ['gateway'] : [])];
  }
  return SERVICE_NAMES.filter((name) => isNode(name) || PUBLIC_SERVICES.some((one) => one === name));
}

/** Caller and callee both allow each call, so that one mistake opens no connection. */
function policyOf(role: Role) {
  const callers = ROLES.filter((name) => reachedBy(name).includes(role));
  const called = reachedBy(role);
  const fromOutside = [
    '# The ingress controller, in a namespace that the operator labeled for it.',
    { from: [k8s.namespaceFor('ingress')], ports: k8s.ports('http') },
    { from: [k8s.namespaceFor('monitoring')], ports: k8s.ports('metrics') },
  ];
  const fromCallers = callers.length > 0 && [{ from: callers.map(k8s.podsOf), ports: k8s.ports('http') }];
  const { outside = [] } = role === 'gateway' ? {} : getServiceDef(role);
  const egress = [
    ...(called.length > 0 ? [{ to: called.map(k8s.podsOf), ports: k8s.ports(PORTS.service) }] : []),
    ...(outside.length > 0 ? [{ to: k8s.outside(), ports: k8s.ports(...outside) }] : []),
  ];
  const ingress = role === 'gateway' ? [...fromOutside, ...(fromCallers || [])] : fromCallers;
  return k8s.policy(
    role,
    k8s.podsOf(role).podSelector,
    {
      ...(ingress && { ingress: ingress as object[] }),
      ...(egress.length > 0 && { egress }),
    },
    ['Ingress', 'Egress'],
  );
}

/** Returns the objects of each part of the product: a service, or the gateway. */
export function partObjects(): Map<Role, object[]> {
  return new Map(
    ROLES.map((role) => [
      role,
      [
        k8s.account(role),
        ...roleObjects(role),
        deployment(role),
        serviceOf(role),
        autoscaler(role),
        budget(role),
        policyOf(role),
      ],
    ]),
  );
}
