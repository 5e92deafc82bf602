import { readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { dirname, join } from 'node:path';
import { needsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { parseEnv } from '@doushouqi/service-kit';
import type {
  V1Container,
  V1NetworkPolicy,
  V1PodSpec,
  V1PriorityClass,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentSchemas } from '../generate/environment.ts';
import { buildOverlays, overlayNames, withComponents } from './build.ts';
import { type AnyObject, titleOf } from './objects.ts';
import { schemaProblems } from './schema.ts';

/** The overlays, and each with all components. */
const OVERLAYS = ['local', 'production', 'ha'].flatMap((name) => [name, withComponents(name).at(-1)!]);
/** A component may also depend on another one. */
const WITH_ONE = withComponents('production').slice(0, -1);
const [LOCAL, LOCAL_WITH_ALL] = OVERLAYS as [string, string];
const ROOT = join(import.meta.dirname, '..', '..', '..');
const CLUSTER_WIDE = [
  'Namespace',
  'PriorityClass',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
];
const SCHEMAS = [...(await environmentSchemas())].filter(([role]) => role !== 'store');

type Tree = Record<string, unknown>;
/** A ConfigMap or a Secret. */
type Held = AnyObject & { data?: Record<string, string> };

let overlays: Map<string, AnyObject[]>;
beforeAll(async () => {
  overlays = await buildOverlays([...OVERLAYS, ...WITH_ONE]);
}, 60_000);

function objectsOf<T = AnyObject>(overlay: string, kind: string): T[] {
  return overlays.get(overlay)!.filter((object) => object.kind === kind) as T[];
}

/** Returns the pods of an overlay by the name of their workload. */
function podsOf(overlay: string): Map<string, V1PodSpec> {
  type Workload = AnyObject & { spec: { template: { spec: V1PodSpec } } };
  const workloads = ['Deployment', 'StatefulSet', 'Job'].flatMap((kind) =>
    objectsOf<Workload>(overlay, kind),
  );
  const scheduled = objectsOf<AnyObject & { spec: { jobTemplate: Workload } }>(overlay, 'CronJob');
  return new Map([
    ...workloads.map(({ metadata, spec }) => [metadata!.name!, spec.template.spec] as const),
    ...scheduled.map(({ metadata, spec }) => [metadata!.name!, spec.jobTemplate.spec.template.spec] as const),
  ]);
}

function containersOf({ initContainers = [], containers }: V1PodSpec): V1Container[] {
  return [...initContainers, ...containers];
}

/** Returns the names of all ConfigMaps and Secrets that a pod reads. */
function readBy(pod: V1PodSpec): string[] {
  const { volumes = [] } = pod;
  const sources = volumes.flatMap(({ configMap, secret, projected }) => [
    configMap?.name,
    secret?.secretName,
    ...(projected?.sources ?? []).map((source) => source.secret?.name),
  ]);
  const variables = containersOf(pod).flatMap(({ env = [], envFrom = [] }) => [
    ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
    ...envFrom.map(({ configMapRef, secretRef }) =>
      secretRef?.optional ? undefined : (configMapRef?.name ?? secretRef?.name),
    ),
  ]);
  return [...new Set([...sources, ...variables])].filter((name) => name !== undefined);
}

/** Returns the environment of a process. */
function environmentOf(overlay: string, role: string): Record<string, string> {
  const { env = [], envFrom = [] } = podsOf(overlay).get(role)!.containers[0]!;
  const taken = envFrom.flatMap(({ configMapRef, secretRef }) => {
    const [kind, name] = configMapRef ? ['ConfigMap', configMapRef.name] : ['Secret', secretRef?.name];
    const { data = {} } = objectsOf<Held>(overlay, kind!).find(({ metadata }) => metadata?.name === name)!;
    return Object.entries(data).map(([key, value]) => [
      key,
      kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value,
    ]);
  });
  const own = env.map(({ name, value = 'doushouqi' }) => [
    name,
    value.replace('$(POD_NAMESPACE)', 'doushouqi'),
  ]);
  return Object.fromEntries([...taken, ...own]);
}

test('the local overlay fits a machine with four cores and 8 GiB beside the cluster itself', () => {
  const replicas = new Map(
    objectsOf<V2HorizontalPodAutoscaler>('local', 'HorizontalPodAutoscaler').map(({ metadata, spec }) => [
      metadata?.name,
      spec?.minReplicas ?? 1,
    ]),
  );
  const requests = [...podsOf('local')].flatMap(([name, pod]) =>
    pod.containers.map(({ resources }) => ({
      cpu: Number.parseInt(String(resources?.requests?.cpu), 10) * (replicas.get(name) ?? 1),
      memory: Number.parseInt(String(resources?.requests?.memory), 10) * (replicas.get(name) ?? 1),
    })),
  );
  expect(requests.reduce((sum, { cpu }) => sum + cpu, 0)).toBeLessThan(2_000);
  expect(requests.reduce((sum, { memory }) => sum + memory, 0)).toBeLessThan(4_096);
});

test('has overlays for trials, for external stores, and for replicated ones', async () => {
  expect(await overlayNames()).toEqual(['ha', 'local', 'production']);
});

test('every object is valid for the API', () => {
  expect([...new Set([...overlays.values()].flat())].flatMap(schemaProblems)).toEqual([]);
});

test.each([...OVERLAYS, ...WITH_ONE])('%s has every object once, in one namespace', (name) => {
  const titles = overlays.get(name)!.map(titleOf);
  expect(new Set(titles).size).toBe(titles.length);
  const inNamespace = overlays.get(name)!.filter(({ kind }) => !CLUSTER_WIDE.includes(String(kind)));
  expect(new Set(inNamespace.map(({ metadata }) => metadata?.namespace))).toEqual(new Set(['doushouqi']));
});

test.each(['production', 'ha'])('%s takes host, registry, tag and replicas from site.yaml alone', (name) => {
  const path = join(ROOT, 'k8s', 'overlays', name, 'site.yaml');
  const { data: site } = parse(readFileSync(path, 'utf8')) as { data: Record<string, string> };
  for (const overlay of [name, withComponents(name).at(-1)!]) {
    expect(JSON.stringify(overlays.get(overlay)), overlay).not.toMatch(/unset|"site"/);
    const images = [...podsOf(overlay).values()].flatMap(containersOf).map(({ image }) => image!);
    const prefix = `${site.registry}/doushouqi-`;
    for (const image of images.filter((one) => !/^(redis|mongo):/.test(one))) {
      expect(image.startsWith(prefix) && image.endsWith(`:${site.tag}`), image).toBe(true);
    }
    expect(environmentOf(overlay, 'auth').PUBLIC_URL).toBe(`https://${site.host}`);
    for (const { metadata, spec } of objectsOf<V2HorizontalPodAutoscaler>(
      overlay,
      'HorizontalPodAutoscaler',
    )) {
      if (!['gateway', 'realtime'].includes(metadata!.name!)) continue;
      expect(spec).toMatchObject({
        minReplicas: Number(site.minReplicas),
        maxReplicas: Number(site.maxReplicas),
      });
    }
  }
  // A file that names one of them again would have to change with it.
  const files = readdirSync(dirname(path), { recursive: true, encoding: 'utf8' });
  const naming = files.filter((file) => {
    const text = file.endsWith('.yaml') ? readFileSync(join(dirname(path), file), 'utf8') : '';
    return text.includes(site.host!) || text.includes(site.registry!) || text.includes(site.tag!);
  });
  expect(naming).toEqual(['site.yaml']);
});

test('has every component in an overlay, or in a test beside one', () => {
  const listed = [...overlays.keys()].flatMap((name) => name.split('+').slice(1));
  const included = ['stores', 'stores-ha', 'external-stores', 'images', 'site'];
  const all = readdirSync(join(ROOT, 'k8s', 'components'));
  expect([...new Set([...listed, ...included])].sort()).toEqual(all.sort());
});

describe.each(OVERLAYS)('the overlay %s', (name) => {
  test('runs every service and the gateway', () => {
    const deployed = objectsOf(name, 'Deployment').map(({ metadata }) => metadata?.name);
    const players = name.includes('players') ? ['players'] : [];
    expect(deployed.sort()).toEqual([...SERVICE_NAMES, 'gateway', ...players].sort());
  });

  test.each(SCHEMAS)('gives %s an environment that is complete and valid', (role, schema) => {
    const given = environmentOf(name, role);
    expect(parseEnv(schema, given)).toMatchObject({ ok: true });
    // The gateway has one variable only to define the value of another.
    expect([...Object.keys(schema.shape), 'POD_NAMESPACE']).toEqual(
      expect.arrayContaining(Object.keys(given)),
    );
  });

  test('has exactly the ConfigMaps and Secrets that pods read', () => {
    const held = ['ConfigMap', 'Secret']
      .flatMap((kind) => objectsOf(name, kind))
      .map((one) => one.metadata?.name);
    const read = [...podsOf(name).values()].flatMap(readBy);
    // The component `backup` reads them, which not every overlay has.
    const always = (one: string | undefined) => !one?.startsWith('operations-');
    expect([...new Set(read)].filter(always).sort()).toEqual(held.filter(always).sort());
  });

  test('gives no pod the Secret of another pod', () => {
    const needs = (need: string) =>
      SERVICE_NAMES.filter((service) => needsOf(service).some((one) => one === need)).sort();
    const readers = (secret: RegExp) =>
      [...podsOf(name)].filter(([, pod]) => readBy(pod).some((one) => secret.test(one))).map(([pod]) => pod);
    expect(readers(/^jwt-private$/)).toEqual(['auth']);
    expect(readers(/^jwt-public$/).sort()).toEqual(needs('publicKey'));
    expect(readers(/^service-token$/).sort()).toEqual(needs('serviceToken'));
    for (const service of SERVICE_NAMES) {
      const job = needsOf(service).includes('mongodb') ? ['indexes'] : [];
      expect(readers(new RegExp(`^${service}-stores-`))).toEqual([service, ...job]);
    }
  });

  test('conforms to the `restricted` standard, with limited memory and versioned images', () => {
    for (const [title, pod] of podsOf(name)) {
      expect(pod.securityContext, title).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.automountServiceAccountToken, title).toBe(['gateway', 'realtime'].includes(title));
      for (const { securityContext, resources, image } of containersOf(pod)) {
        expect(securityContext, title).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources, title).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
        expect(image, title).toMatch(/:(?!latest$)[\w.-]+$/);
      }
    }
  });

  test('refuses all connections by default, and allows only named peers on named ports', () => {
    const policies = objectsOf<V1NetworkPolicy>(name, 'NetworkPolicy');
    const open = policies.find(({ metadata }) => metadata?.name === 'default-deny');
    expect(open?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const { metadata, spec } of policies) {
      const rules = [...(spec?.ingress ?? []), ...(spec?.egress ?? [])] as Tree[];
      for (const rule of rules) {
        const peers = (rule.from ?? rule.to) as Tree[];
        expect([peers.length > 0, (rule.ports as Tree[]).length > 0], metadata?.name).toEqual([true, true]);
        for (const peer of peers)
          for (const value of Object.values(peer)) expect(value, metadata?.name).not.toEqual({});
      }
    }
  });

  test('opens the way out to public addresses only', () => {
    const blocks = objectsOf<V1NetworkPolicy>(name, 'NetworkPolicy').flatMap(({ spec }) =>
      (spec?.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])),
    );
    const wide = blocks.filter(({ cidr }) => Number(cidr.split('/')[1]) < 8);
    expect(wide.length).toBeGreaterThan(0);
    const inner = ['10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '127.0.0.1'];
    for (const { cidr, except } of wide) {
      const [family, addresses] = cidr.includes(':')
        ? (['ipv6', ['fd00::1', 'fe80::1', '::1', '::ffff:10.1.2.3', 'fd00:ec2::254']] as const)
        : (['ipv4', inner] as const);
      const [allowed, refused] = [[cidr], except ?? []].map((ranges) => {
        const list = new BlockList();
        for (const range of ranges) {
          const [net = '', bits] = range.split('/');
          list.addSubnet(net, Number(bits), family);
        }
        return list;
      });
      const reached = addresses.filter((one) => allowed!.check(one, family) && !refused!.check(one, family));
      expect(reached, cidr).toEqual([]);
    }
  });

  test('asks every process that runs on whether it is ready and alive', () => {
    for (const kind of ['Deployment', 'StatefulSet'])
      for (const { metadata } of objectsOf(name, kind))
        for (const container of podsOf(name).get(metadata!.name!)!.containers) {
          // It creates the users of MongoDB once, and then waits.
          if (container.name === 'users') continue;
          expect(container, `${metadata!.name} ${container.name}`).toMatchObject({
            readinessProbe: expect.anything(),
            livenessProbe: expect.anything(),
            startupProbe: expect.anything(),
          });
        }
  });

  test('keeps stores before live games, and these before the rest', () => {
    const values = new Map(
      objectsOf<V1PriorityClass>(name, 'PriorityClass').map(({ metadata, value }) => [metadata!.name, value]),
    );
    const priorities = [...podsOf(name)].map(
      ([title, { priorityClassName }]) =>
        [title, priorityClassName === undefined ? 0 : values.get(priorityClassName)!] as const,
    );
    const of = (...titles: readonly string[]) =>
      priorities.flatMap(([title, value]) => (titles.includes(title) ? [value] : []));
    const live = ['gateway', 'realtime', 'room', 'timekeeper'];
    const rest = priorities.filter(([title]) => ![...live, 'redis', 'mongodb'].includes(title));
    expect(Math.min(...of('redis', 'mongodb'))).toBeGreaterThan(Math.max(...of(...live)));
    expect(Math.min(...of(...live))).toBeGreaterThan(Math.max(...rest.map(([, value]) => value)));
  });

  test('scales by metrics of the pods', () => {
    const metrics = objectsOf<V2HorizontalPodAutoscaler>(name, 'HorizontalPodAutoscaler').flatMap(
      ({ metadata, spec }) =>
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

  test('contains no key, password or token in clear text', () => {
    const inClear = overlays.get(name)!.filter(({ kind }) => kind !== 'Secret');
    expect(JSON.stringify(inClear)).not.toMatch(/PRIVATE KEY|(redis|mongodb):\/\/[^"]*@/);
  });
});

test('sends traces from every process, and allows the connection, only with the traces component', () => {
  const sending = objectsOf<Held>(LOCAL_WITH_ALL, 'ConfigMap').filter(
    ({ data = {} }) => 'OTEL_EXPORTER_OTLP_ENDPOINT' in data,
  );
  expect(sending).toHaveLength(SERVICE_NAMES.length + 1);
  const allowed = (overlay: string) =>
    overlays.get(overlay)!.some((one) => titleOf(one) === 'NetworkPolicy/traces');
  expect([LOCAL, LOCAL_WITH_ALL].map(allowed)).toEqual([false, true]);
});

const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers.0`;

/** Returns an object of the local overlay with one changed value; `undefined` removes it. */
function changed(title: string, path: string, value: unknown): AnyObject {
  const object = structuredClone(overlays.get('local')!.find((one) => titleOf(one) === title)!);
  const names = path.split('.');
  const last = names.pop()!;
  const inner = names.reduce((tree, part) => tree[part] as Tree, object as Tree);
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return object;
}

test.each<[string, string, unknown, string]>([
  [`Deployment/auth`, `${CONTAINER}.imagePullPolice`, 'Always', 'imagePullPolice: no such field'],
  [
    'Deployment/auth',
    `${POD}.hostnameOverride`,
    'newer',
    'Kubernetes 1.32: Deployment/auth.spec.template.spec.hostnameOverride: no such field',
  ],
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
])('refuses the form of %s: %s = %j', (title, path, value, problem) => {
  const problems = schemaProblems(changed(title, path, value));
  expect(problems.join('\n')).toContain(problem);
});
