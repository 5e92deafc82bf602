import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { manifestProblems } from '../../src/kubernetes/check.ts';
import { titleOf } from '../../src/kubernetes/objects.ts';
import { at, type Broken, CONTAINER, openBroken, POD, type Tree } from './broken.ts';

const AUTH = 'app.kubernetes.io/name';

let broken: Broken;
beforeAll(async () => {
  broken = await openBroken();
}, 60_000);

/** A port of the pods with this label, as an additional rule of a policy. */
function rule(side: 'from' | 'to', name: string, port: number | string): unknown {
  return { [side]: [{ podSelector: { matchLabels: { [AUTH]: name } } }], ports: [{ port }] };
}

test.each<[string, string, unknown, string]>([
  [
    'Deployment/auth',
    `${CONTAINER}.readinessProbe.httpGet.path`,
    '/ready',
    'auth: readinessProbe asks /ready, not /readyz',
  ],
  [
    'Deployment/gateway',
    `${CONTAINER}.livenessProbe.httpGet.port`,
    'metrics',
    'asks port 9090, but PORT is 8080',
  ],
  [
    'Deployment/auth',
    `${CONTAINER}.startupProbe.httpGet.port`,
    'web',
    'auth: startupProbe asks port web, which there is not',
  ],
  ['Deployment/auth', `${CONTAINER}.livenessProbe`, undefined, 'auth: no livenessProbe over HTTP'],
  [
    'Deployment/auth',
    `${POD}.terminationGracePeriodSeconds`,
    15,
    'auth: killed after 15 s, but it may need 15 s',
  ],
  ['Deployment/auth', `${CONTAINER}.lifecycle`, undefined, 'auth: no pause before the end'],
  [
    'Deployment/auth',
    'spec.strategy.rollingUpdate.maxUnavailable',
    1,
    'auth: goes down before another is up',
  ],
  ['Deployment/auth', 'spec.replicas', 2, 'auth: has a number of replicas'],
  ['Deployment/auth', `${POD}.topologySpreadConstraints`, [], 'auth: is not spread over machines'],
  ['Deployment/auth', `${POD}.securityContext.runAsNonRoot`, false, 'Deployment/auth: may run as root'],
  [
    'StatefulSet/redis',
    `${POD}.securityContext.seccompProfile`,
    undefined,
    'StatefulSet/redis: no seccomp profile',
  ],
  [
    'Job/indexes',
    `${CONTAINER}.securityContext.readOnlyRootFilesystem`,
    false,
    'has a root file system that can be written',
  ],
  [
    'Deployment/auth',
    `${CONTAINER}.securityContext.capabilities.add`,
    ['NET_RAW'],
    'Deployment/auth: app has capabilities',
  ],
  [
    'Deployment/auth',
    `${CONTAINER}.image`,
    'doushouqi-auth',
    'has the image doushouqi-auth, without a version',
  ],
  [
    'Deployment/auth',
    `${CONTAINER}.resources.limits`,
    undefined,
    'Deployment/auth: app has no limit of memory',
  ],
  [
    'Deployment/auth',
    `${POD}.automountServiceAccountToken`,
    true,
    'Deployment/auth: has a token without a Role',
  ],
  [
    'Deployment/gateway',
    `${POD}.automountServiceAccountToken`,
    false,
    'Deployment/gateway: has a Role and no token',
  ],
  [
    'Service/realtime',
    'spec.clusterIP',
    undefined,
    'realtime: its Service hides the nodes behind one address',
  ],
  [
    'Job/indexes',
    `${POD}.containers.0.command.1`,
    'services/lobby/src/prepare.ts',
    'Job/indexes: auth does not run',
  ],
  ['Job/indexes', `${POD}.containers.0.name`, 'room', 'Job/indexes: room has no collections'],
])('how %s is run: %s = %j is told', (title, path, value, problem) => {
  expect(manifestProblems(broken.changed(title, path, value)).join('\n')).toContain(problem);
});

test.each([
  ['Deployment/lobby', 'lobby: is in the list of services, but has no Deployment (k8s/base/lobby.yaml)'],
  ['Service/lobby', 'lobby: has no Service'],
  ['HorizontalPodAutoscaler/lobby', 'lobby: has no HorizontalPodAutoscaler'],
  ['PodDisruptionBudget/lobby', 'lobby: has no PodDisruptionBudget'],
])('a service without its %s is told', (title, problem) => {
  expect(manifestProblems(broken.without(title))).toContain(problem);
});

test.each<[string, string, unknown, string]>([
  ['Deployment/auth', `${CONTAINER}.env`, [], 'auth: JWT_PRIVATE_KEY_FILE is not set'],
  [
    'Deployment/lobby',
    `${CONTAINER}.env.AUTH_URL.name`,
    'AUHT_URL',
    'lobby: AUHT_URL is set, but lobby does not read it',
  ],
  [
    'Deployment/timekeeper',
    `${CONTAINER}.env.RECORD_URL.name`,
    'MONGODB_URL',
    'timekeeper: MONGODB_URL is set, but timekeeper does not',
  ],
  [
    'Service/record',
    'spec.ports.0.port',
    80,
    'timekeeper: RECORD_URL is http://record:3000, where there is no such Service and port',
  ],
  [
    'Service/realtime',
    'spec.ports.0.name',
    'web',
    'gateway: REALTIME_SERVICE is $(POD_NAMESPACE)/realtime:http, where there are no nodes',
  ],
  [
    'Deployment/realtime',
    `${CONTAINER}.env.NODE_ID.valueFrom.fieldRef.fieldPath`,
    'metadata.uid',
    'realtime: NODE_ID is not the name of the pod',
  ],
])('the variables: %s: %s = %j is told', (title, path, value, problem) => {
  expect(manifestProblems(broken.changed(title, path, value)).join('\n')).toContain(problem);
});

describe('the network policies', () => {
  test.each<[string, string, unknown, string]>([
    [
      'NetworkPolicy/redis',
      'spec.ingress.0.from',
      [{ podSelector: {} }],
      'Ingress: the policies let through gateway → redis:6379',
    ],
    ['NetworkPolicy/default-deny', 'spec.policyTypes', ['Egress'], 'let through the internet → indexes:22'],
    ['NetworkPolicy/gateway', 'spec.ingress.0.from', [], 'let through the internet → gateway:8080'],
    [
      'NetworkPolicy/gateway',
      'spec.ingress.0.from',
      [],
      'let through a pod of another namespace → gateway:8080',
    ],
    ['NetworkPolicy/auth', 'spec.ingress.0.ports', [], 'Ingress: the policies let through gateway → auth:22'],
    [
      'NetworkPolicy/lobby',
      'spec.egress.0.to',
      [],
      'Egress: the policies let through lobby → the internet:3000',
    ],
    ['NetworkPolicy/record', 'spec.ingress', [], 'Ingress: the policies keep out timekeeper → record:3000'],
    ['NetworkPolicy/timekeeper', 'spec.egress', [], 'Egress: the policies keep out timekeeper → record:3000'],
    ['NetworkPolicy/dns', 'spec.egress.0.ports.0.protocol', 'TCP', 'keep out auth → DNS:53/UDP'],
    ['NetworkPolicy/metrics', 'spec.ingress', [], 'keep out Prometheus → auth:3000'],
    ['NetworkPolicy/api-server', 'spec.podSelector', {}, 'let through lobby → the API server:6443'],
  ])('%s: %s = %j is told', (title, path, value, problem) => {
    expect(manifestProblems(broken.changed(title, path, value)).join('\n')).toContain(problem);
  });

  test('room, which has no documents, is let in to MongoDB by nobody', () => {
    const objects = broken.changed('NetworkPolicy/mongodb', 'spec.ingress.1', rule('from', 'room', 27017));
    const room = objects.find((object) => titleOf(object) === 'NetworkPolicy/room') as Tree;
    (at(room, ['spec']).egress as unknown[]).push(rule('to', 'mongodb', 27017));
    expect(manifestProblems(objects)).toEqual([
      'Egress: the policies let through room → mongodb:27017',
      'Ingress: the policies let through room → mongodb:27017',
    ]);
  });

  describe('with traces', () => {
    test.each<[string, string, unknown, string]>([
      [
        'NetworkPolicy/traces',
        'spec.egress',
        [],
        'Egress: the policies keep out lobby → the collector of traces:4318',
      ],
      ['NetworkPolicy/traces', 'spec.egress.0.to', [], 'let through gateway → the internet:4318'],
      ['NetworkPolicy/traces', 'spec.podSelector', {}, 'let through redis → the collector of traces:4318'],
    ])('%s: %s = %j is told', (title, path, value, problem) => {
      expect(manifestProblems(broken.changed(title, path, value, 'local-traces')).join('\n')).toContain(
        problem,
      );
    });

    test('every process sends some, and without them nobody may', () => {
      const told = broken
        .overlay('local-traces')
        .filter(({ kind }) => kind === 'ConfigMap')
        .filter((map) => 'OTEL_EXPORTER_OTLP_ENDPOINT' in ((map as Tree).data as Tree));
      expect(told).toHaveLength(SERVICE_NAMES.length + 1);
      const [policy] = broken
        .overlay('local-traces')
        .filter((one) => titleOf(one) === 'NetworkPolicy/traces');
      expect(manifestProblems([...broken.overlay('local'), policy!])).toContain(
        'Egress: the policies let through auth → the collector of traces:4318',
      );
    });
  });
});
