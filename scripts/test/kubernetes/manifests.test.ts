import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { overlayNames } from '../../src/kubernetes/build.ts';
import { manifestProblems } from '../../src/kubernetes/check.ts';
import { Manifests, titleOf } from '../../src/kubernetes/objects.ts';
import { type Broken, CONTAINER, openBroken, POD, type Tree } from './broken.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const AUTH = 'app.kubernetes.io/name';

let broken: Broken;
beforeAll(async () => {
  broken = await openBroken();
}, 60_000);

test('there are overlays for trying out and for production', async () => {
  expect(await overlayNames()).toEqual(['local', 'production']);
});

describe.each(['local', 'production', 'local-traces'])('the overlay %s', (name) => {
  test('has nothing wrong', () => {
    expect(manifestProblems(broken.overlay(name))).toEqual([]);
  });

  test('runs every service and the gateway', () => {
    const titles = broken.overlay(name).map(titleOf);
    for (const part of [...SERVICE_NAMES, 'gateway']) expect(titles).toContain(`Deployment/${part}`);
  });

  test('scales by metrics that the pods have', () => {
    const metrics = new Manifests(broken.overlay(name))
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
    const inClear = broken.overlay(name).filter(({ kind }) => kind !== 'Secret');
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
  const problems = manifestProblems(broken.changed(title, path, value));
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
  expect(manifestProblems(broken.changed(title, path, value)).join('\n')).toContain(problem);
});

test('a key that a Secret does not have is told', () => {
  const objects = broken.overlay('local');
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
    const objects = broken.changed(title, `${POD}.volumes.keys.projected.sources.0`, source(name));
    expect(manifestProblems(objects)).toEqual([`${title}: reads Secret/${name}, which is not its own`]);
  });

  test('a user of the stores is that of one service', () => {
    const ofAuth = broken
      .overlay('local')
      .map(titleOf)
      .find((title) => title.startsWith('Secret/auth-stores-'))!;
    const objects = broken.changed(
      'Deployment/room',
      `${CONTAINER}.envFrom.1.secretRef.name`,
      ofAuth.replace('Secret/', ''),
    );
    expect(manifestProblems(objects)).toContain(`Deployment/room: reads ${ofAuth}, which is not its own`);
  });
});
