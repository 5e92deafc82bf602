import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildOverlays, overlayNames } from '../../src/kubernetes/build.ts';
import { manifestProblems } from '../../src/kubernetes/check.ts';
import { type AnyObject, Manifests, titleOf } from '../../src/kubernetes/objects.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let overlays: Map<string, AnyObject[]>;

beforeAll(async () => {
  overlays = await buildOverlays();
}, 60_000);

function overlay(name: string): AnyObject[] {
  return structuredClone(overlays.get(name)!);
}

type Tree = Record<string, unknown>;

/** One step down: a field, or an element of a list by its number or its `name`. */
function step(tree: Tree, part: string): Tree {
  const isNamed = Array.isArray(tree) && Number.isNaN(Number(part));
  return (isNamed ? tree.find(({ name }) => name === part) : tree[part]) as Tree;
}

function at(tree: Tree, path: readonly string[]): Tree {
  return path.reduce(step, tree);
}

/** The objects of the local overlay with one value changed; `undefined` takes it away. Paths are as `spec.ports.http.port`. */
function changed(title: string, path: string, value: unknown): AnyObject[] {
  const objects = overlay('local');
  const found = objects.find((object) => titleOf(object) === title);
  if (found === undefined) throw new Error(`there is no ${title}`);
  const names = path.split('.');
  const inner = at(found as Tree, names.slice(0, -1));
  const last = names.at(-1)!;
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return objects;
}

function without(title: string): AnyObject[] {
  const objects = overlay('local');
  expect(objects.map(titleOf)).toContain(title);
  return objects.filter((object) => titleOf(object) !== title);
}

const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers.0`;
const AUTH = 'app.kubernetes.io/name';

/** A port of the pods with this label, as an additional rule of a policy. */
function rule(side: 'from' | 'to', name: string, port: number | string): unknown {
  return { [side]: [{ podSelector: { matchLabels: { [AUTH]: name } } }], ports: [{ port }] };
}

test('there are overlays for trying out and for production', async () => {
  expect(await overlayNames()).toEqual(['local', 'production']);
});

describe.each(['local', 'production'])('the overlay %s', (name) => {
  test('has nothing wrong', () => {
    expect(manifestProblems(overlay(name))).toEqual([]);
  });

  test('runs every service and the gateway', () => {
    const titles = overlay(name).map(titleOf);
    for (const part of [...SERVICE_NAMES, 'gateway']) expect(titles).toContain(`Deployment/${part}`);
  });

  test('scales by metrics that the pods have', () => {
    const metrics = new Manifests(overlay(name))
      .of('HorizontalPodAutoscaler')
      .flatMap(({ metadata, spec }) =>
        (spec?.metrics ?? []).flatMap(({ pods }) =>
          pods ? [[metadata!.name!, pods.metric.name] as const] : [],
        ),
      );
    expect(metrics).toEqual([['realtime', 'realtime_sockets']]);
    for (const [part, metric] of metrics)
      expect(readFileSync(join(ROOT, 'services', part, 'src', 'metrics.ts'), 'utf8')).toContain(
        `'${metric}'`,
      );
  });

  test('holds no key, password or token in clear text', () => {
    const inClear = overlay(name).filter(({ kind }) => kind !== 'Secret');
    expect(JSON.stringify(inClear)).not.toMatch(/PRIVATE KEY|(redis|mongodb):\/\/[^"]*@/);
  });
});

test.each<[string, string, unknown, string]>([
  [`Deployment/auth`, `${CONTAINER}.imagePullPolice`, 'Always', 'imagePullPolice: no such field'],
  ['Service/auth', 'spec.prots', [], 'Service/auth.spec.prots: no such field'],
  ['NetworkPolicy/auth', 'spec.ingress.0.form', [], 'NetworkPolicy/auth.spec.ingress[0].form: no such field'],
  [
    'Deployment/auth',
    `${POD}.terminationGracePeriodSeconds`,
    '30',
    'terminationGracePeriodSeconds is no number',
  ],
  ['Deployment/auth', 'metadata.labels.count', 3, 'Deployment/auth.metadata.labels[count] is no string'],
  ['Deployment/auth', 'spec.selector', undefined, 'data/spec must have required property selector'],
  ['HorizontalPodAutoscaler/auth', 'spec.maxReplicas', undefined, 'must have required property maxReplicas'],
  [
    'Deployment/auth',
    `${CONTAINER}.imagePullPolicy`,
    'Sometimes',
    'must be equal to one of the allowed values',
  ],
  ['NetworkPolicy/auth', 'spec.policyTypes', ['Inbound'], 'must be equal to one of the allowed values'],
  ['Deployment/auth', `${CONTAINER}.resources.limits.memory`, '512 MB', 'must match format "quantity"'],
  ['Service/auth', 'apiVersion', 'v2', 'Service/auth: apiVersion is v2, not v1'],
  ['Service/auth', 'kind', 'Sevice', 'Sevice/auth: the kind is not known'],
])('the form of %s: %s = %j is told', (title, path, value, problem) => {
  const problems = manifestProblems(changed(title, path, value));
  expect(problems.join('\n')).toContain(problem);
});

test.each<[string, string, unknown, string]>([
  [
    'Deployment/auth',
    `spec.selector.matchLabels`,
    { [AUTH]: 'atuh' },
    'Deployment/auth: its selector means the pods of: nobody',
  ],
  [
    'Deployment/auth',
    `spec.selector.matchLabels`,
    { 'app.kubernetes.io/part-of': 'doushouqi' },
    'its selector means the pods of: auth, gateway, ',
  ],
  ['Service/auth', 'spec.selector', { [AUTH]: 'atuh' }, 'Service/auth: its selector means nobody'],
  ['Service/auth', 'spec.ports.0.targetPort', 'web', 'Service/auth: Deployment/auth has no port web'],
  ['Service/gateway', 'spec.ports.0.name', 'https', 'Ingress/gateway: Service/gateway has no port http'],
  ['Ingress/gateway', 'spec.rules.0.http.paths.0.backend.service.name', 'door', 'there is no Service door'],
  ['HorizontalPodAutoscaler/auth', 'spec.scaleTargetRef.name', 'atuh', 'there is no Deployment atuh'],
  ['HorizontalPodAutoscaler/auth', 'spec.maxReplicas', 0, 'at least 1, at most 0'],
  [
    'Deployment/auth',
    `${CONTAINER}.resources.requests`,
    { memory: '1Mi' },
    'auth requests no cpu, of which it would be a share',
  ],
  [
    'PodDisruptionBudget/auth',
    'spec.selector.matchLabels',
    { [AUTH]: 'atuh' },
    'PodDisruptionBudget/auth: its selector means nobody',
  ],
  [
    'NetworkPolicy/auth',
    'spec.podSelector.matchLabels',
    { [AUTH]: 'atuh' },
    'NetworkPolicy/auth: its selector means nobody',
  ],
  [
    'NetworkPolicy/auth',
    'spec.ingress.0.ports.0.port',
    'web',
    'NetworkPolicy/auth: none of auth has a port web',
  ],
  [
    'NetworkPolicy/auth',
    'spec.egress.0.to.0.podSelector.matchLabels',
    { [AUTH]: 'scoial' },
    'nobody has the labels',
  ],
  ['Deployment/auth', `${POD}.serviceAccountName`, 'atuh', 'auth: there is no ServiceAccount atuh'],
  ['RoleBinding/gateway', 'roleRef.name', 'door', 'RoleBinding/gateway: there is no Role door'],
  [
    'ValidatingAdmissionPolicyBinding/doushouqi-own-pod',
    'spec.policyName',
    'x',
    'there is no ValidatingAdmissionPolicy x',
  ],
  [
    'Deployment/auth',
    `${CONTAINER}.envFrom.0.configMapRef.name`,
    'atuh',
    'Deployment/auth: there is no ConfigMap atuh',
  ],
  ['Secret/jwt-public', 'metadata.name', 'jwt', 'volume keys: there is no Secret jwt-public'],
  ['Deployment/auth', `${CONTAINER}.volumeMounts.0.name`, 'temp', 'Deployment/auth: there is no volume temp'],
  ['Service/auth', 'metadata.namespace', 'default', 'Service/auth: is not in the namespace doushouqi'],
  ['Service/lobby', 'metadata.name', 'auth', 'Service/auth: is there twice'],
])('what %s says of others: %s = %j is told', (title, path, value, problem) => {
  expect(manifestProblems(changed(title, path, value)).join('\n')).toContain(problem);
});

test('a key that a Secret does not have is told', () => {
  const objects = overlay('local');
  const stores = objects.find((object) => titleOf(object).startsWith('Secret/auth-stores-')) as Tree;
  delete (stores.data as Tree).MONGODB_URL;
  expect(manifestProblems(objects)).toEqual([
    expect.stringMatching(/^Job\/indexes: MONGODB_URL: Secret\/auth-stores-\w+ has no key MONGODB_URL$/),
    'auth: MONGODB_URL is not set',
  ]);
});

describe('nobody reads the Secret of another', () => {
  const source = (name: string) => ({ secret: { name } });
  test.each([
    ['Deployment/lobby', 'jwt-private'],
    ['Deployment/realtime', 'service-token'],
    ['Deployment/timekeeper', 'jwt-public'],
  ])('%s is not given %s', (title, name) => {
    const objects = changed(title, `${POD}.volumes.keys.projected.sources.0`, source(name));
    expect(manifestProblems(objects)).toEqual([`${title}: reads Secret/${name}, which is not its own`]);
  });

  test('a user of the stores is that of one service', () => {
    const ofAuth = overlay('local')
      .map(titleOf)
      .find((title) => title.startsWith('Secret/auth-stores-'))!;
    const objects = changed(
      'Deployment/room',
      `${CONTAINER}.envFrom.1.secretRef.name`,
      ofAuth.replace('Secret/', ''),
    );
    expect(manifestProblems(objects)).toContain(`Deployment/room: reads ${ofAuth}, which is not its own`);
  });
});

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
  expect(manifestProblems(changed(title, path, value)).join('\n')).toContain(problem);
});

test.each([
  ['Deployment/lobby', 'lobby: is in the list of services, but has no Deployment (k8s/base/lobby.yaml)'],
  ['Service/lobby', 'lobby: has no Service'],
  ['HorizontalPodAutoscaler/lobby', 'lobby: has no HorizontalPodAutoscaler'],
  ['PodDisruptionBudget/lobby', 'lobby: has no PodDisruptionBudget'],
])('a service without its %s is told', (title, problem) => {
  expect(manifestProblems(without(title))).toContain(problem);
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
  expect(manifestProblems(changed(title, path, value)).join('\n')).toContain(problem);
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
    expect(manifestProblems(changed(title, path, value)).join('\n')).toContain(problem);
  });

  test('room, which has no documents, is let in to MongoDB by nobody', () => {
    const objects = changed('NetworkPolicy/mongodb', 'spec.ingress.1', rule('from', 'room', 27017));
    const room = objects.find((object) => titleOf(object) === 'NetworkPolicy/room') as Tree;
    (at(room, ['spec']).egress as unknown[]).push(rule('to', 'mongodb', 27017));
    expect(manifestProblems(objects)).toEqual([
      'Egress: the policies let through room → mongodb:27017',
      'Ingress: the policies let through room → mongodb:27017',
    ]);
  });
});
