import { readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { getServiceDef, needsOf, ROLES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { parseEnv } from '@doushouqi/service-kit';
import {
  dumpYaml,
  loadYaml,
  type V1NetworkPolicy,
  type V1PodSpec,
  type V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { environmentSchemas } from '../generate/environment.ts';
import { buildOverlays, overlayNames, withComponents } from './build.ts';
import { type AnyObject, titleOf } from './objects.ts';

/** The overlays, and each with all components. A component may also depend on another one. */
const OVERLAYS = (await overlayNames()).flatMap((name) => [name, withComponents(name).at(-1)!]);
const WITH_ONE = withComponents('production').slice(0, -1);
const ROOT = join(import.meta.dirname, '..', '..', '..');
const SCHEMAS = [...(await environmentSchemas())].filter(([role]) => role !== 'store');

const CLUSTER_WIDE = [
  'v1 Namespace',
  'scheduling.k8s.io/v1 PriorityClass',
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding',
];
const KINDS = [
  ...CLUSTER_WIDE,
  ...['ConfigMap', 'Secret', 'Service', 'ServiceAccount'].map((kind) => `v1 ${kind}`),
  ...['Deployment', 'StatefulSet'].map((kind) => `apps/v1 ${kind}`),
  ...['Job', 'CronJob'].map((kind) => `batch/v1 ${kind}`),
  ...['Ingress', 'NetworkPolicy'].map((kind) => `networking.k8s.io/v1 ${kind}`),
  ...['Role', 'RoleBinding'].map((kind) => `rbac.authorization.k8s.io/v1 ${kind}`),
  ...['PodMonitor', 'PrometheusRule'].map((kind) => `monitoring.coreos.com/v1 ${kind}`),
  'autoscaling/v2 HorizontalPodAutoscaler',
  'policy/v1 PodDisruptionBudget',
  'gateway.networking.k8s.io/v1 HTTPRoute',
];

let overlays: Map<string, AnyObject[]>;
beforeAll(async () => {
  overlays = await buildOverlays([...OVERLAYS, ...WITH_ONE]);
}, 60_000);

type Loose = AnyObject & {
  spec?: { template?: { spec: V1PodSpec }; jobTemplate?: { spec: { template: { spec: V1PodSpec } } } };
  data?: Record<string, string>;
  value?: number;
};

function objectsOf<T = Loose>(overlay: string, ...kinds: string[]): T[] {
  return overlays.get(overlay)!.filter(({ kind }) => kinds.includes(String(kind))) as T[];
}

function namesOf(overlay: string, ...kinds: string[]): string[] {
  return objectsOf(overlay, ...kinds)
    .map(({ metadata }) => metadata!.name!)
    .sort();
}

/** Returns the pods of an overlay by the name of their workload. */
function podsOf(overlay: string): Map<string, V1PodSpec> {
  const workloads = objectsOf(overlay, 'Deployment', 'StatefulSet', 'Job', 'CronJob');
  return new Map(
    workloads.map(({ metadata, spec }) => [
      metadata!.name!,
      (spec!.template ?? spec!.jobTemplate!.spec.template).spec,
    ]),
  );
}

function containersOf({ initContainers = [], containers }: V1PodSpec) {
  return [...initContainers, ...containers];
}

/** Returns every value of a key anywhere below a value. */
function valuesOf(tree: unknown, key: string): unknown[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(value, key),
  ]);
}

/** Returns the names of all ConfigMaps and Secrets that a pod reads. */
function readBy(pod: V1PodSpec): string[] {
  const references = ['configMap', 'configMapRef', 'secret', 'secretRef', 'secretKeyRef'].flatMap(
    (key) => valuesOf(pod, key) as { name?: string; secretName?: string; optional?: boolean }[],
  );
  const needed = references.filter(({ optional }) => !optional);
  return [...new Set(needed.map(({ name, secretName }) => (name ?? secretName)!))];
}

/** Returns the environment of a process. */
function environmentOf(overlay: string, role: string): Record<string, string> {
  const { env = [], envFrom = [] } = podsOf(overlay).get(role)!.containers[0]!;
  const taken = envFrom.flatMap(({ configMapRef, secretRef }) => {
    const { name } = (configMapRef ?? secretRef)!;
    const { kind, data = {} } = objectsOf(overlay, 'ConfigMap', 'Secret').find(
      ({ metadata }) => metadata!.name === name,
    )!;
    const text = (value: string) => (kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value);
    return Object.entries(data).map(([key, value]) => [key, text(value)]);
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
      metadata!.name,
      spec!.minReplicas!,
    ]),
  );
  const total = (resource: 'cpu' | 'memory') =>
    [...podsOf('local')]
      .flatMap(([name, pod]) =>
        pod.containers.map(
          ({ resources }) => Number.parseInt(resources!.requests![resource]!, 10) * (replicas.get(name) ?? 1),
        ),
      )
      .reduce((sum, one) => sum + one, 0);
  expect(total('cpu')).toBeLessThan(2_000);
  expect(total('memory')).toBeLessThan(4_096);
});

test.each([...OVERLAYS, ...WITH_ONE])(
  '%s has known kinds and fields, every object once, in one namespace',
  (name) => {
    const objects = overlays.get(name)!;
    const kindOf = ({ apiVersion, kind }: AnyObject) => `${apiVersion} ${kind}`;
    expect(objects.map(kindOf).filter((kind) => !KINDS.includes(kind))).toEqual([]);
    // The official client leaves out fields that it does not know. It keeps custom resources as they are.
    for (const object of objects) expect(parse(dumpYaml(loadYaml(stringify(object))))).toEqual(object);
    expect(new Set(objects.map(titleOf)).size).toBe(objects.length);
    const inNamespace = objects.filter((one) => !CLUSTER_WIDE.includes(kindOf(one)));
    expect(new Set(inNamespace.map(({ metadata }) => metadata?.namespace))).toEqual(new Set(['doushouqi']));
  },
);

test.each(['production', 'ha'])('%s takes host, registry, tag and replicas from site.yaml alone', (name) => {
  const dir = join(ROOT, 'k8s', 'overlays', name);
  const { data: site } = parse(readFileSync(join(dir, 'site.yaml'), 'utf8'));
  for (const overlay of [name, withComponents(name).at(-1)!]) {
    expect(JSON.stringify(overlays.get(overlay)), overlay).not.toMatch(/unset|"site"/);
    const images = [...podsOf(overlay).values()].flatMap(containersOf).map(({ image }) => image!);
    for (const image of images.filter((one) => !/^(redis|mongo):/.test(one)))
      expect([image.split('/doushouqi-')[0], image.split(':').at(-1)]).toEqual([site.registry, site.tag]);
    expect(environmentOf(overlay, 'auth').PUBLIC_URL).toBe(`https://${site.host}`);
    const scaled = objectsOf<V2HorizontalPodAutoscaler>(overlay, 'HorizontalPodAutoscaler');
    for (const { spec } of scaled.filter(({ metadata }) => /gateway|realtime/.test(metadata!.name!)))
      expect([spec?.minReplicas, spec?.maxReplicas].map(String)).toEqual([
        site.minReplicas,
        site.maxReplicas,
      ]);
  }
  // A file that names one of them again would have to change with it.
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.yaml'),
  );
  const naming = files.filter((file) => {
    const text = readFileSync(join(dir, file), 'utf8');
    return [site.host, site.registry, site.tag].some((value) => text.includes(value));
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
  test('runs every service and the gateway, and prepares MongoDB for those that use it', () => {
    const players = name.includes('players') ? ['players'] : [];
    expect(namesOf(name, 'Deployment')).toEqual([...ROLES, ...players].sort());
    const prepared = podsOf(name)
      .get('indexes')!
      .containers.map((container) => container.name);
    expect(prepared).toEqual(SERVICE_NAMES.filter((service) => getServiceDef(service).collections));
  });

  test.each(SCHEMAS)('gives %s an environment that is complete and valid', (role, schema) => {
    const given = environmentOf(name, role);
    expect(parseEnv(schema, given)).toMatchObject({ ok: true });
    // The gateway has one variable only to define the value of another.
    expect([...Object.keys(schema.shape), 'POD_NAMESPACE']).toEqual(
      expect.arrayContaining(Object.keys(given)),
    );
  });

  test('has exactly the ConfigMaps and Secrets that pods read, and everything else that objects name', () => {
    const read = [...podsOf(name).values()].flatMap(readBy);
    // The component `backup` reads them, which not every overlay has.
    const always = (one: string) => !one.startsWith('operations-');
    expect([...new Set(read)].filter(always).sort()).toEqual(
      namesOf(name, 'ConfigMap', 'Secret').filter(always),
    );
    const accounts = [...podsOf(name).values()].map(({ serviceAccountName }) => serviceAccountName);
    expect(namesOf(name, 'ServiceAccount')).toEqual(expect.arrayContaining(accounts));
    const targets = valuesOf(objectsOf(name, 'HorizontalPodAutoscaler'), 'scaleTargetRef') as AnyObject[];
    expect(namesOf(name, 'Deployment')).toEqual(
      expect.arrayContaining(targets.map((target) => (target as { name: string }).name)),
    );
    const backends = valuesOf(objectsOf(name, 'Ingress'), 'service') as { name: string }[];
    const routed = valuesOf(objectsOf(name, 'HTTPRoute'), 'backendRefs').flat() as { name: string }[];
    expect(namesOf(name, 'Service')).toEqual(
      expect.arrayContaining([...backends, ...routed].map((one) => one.name)),
    );
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
      expect(pod, title).toMatchObject({
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        automountServiceAccountToken: ['gateway', 'realtime'].includes(title),
      });
      for (const container of containersOf(pod))
        expect(container, title).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
          image: expect.stringMatching(/:(?!latest$)[\w.-]+$/),
        });
    }
  });

  test('asks every process that runs on whether it is ready and alive', () => {
    const running = namesOf(name, 'Deployment', 'StatefulSet').flatMap(
      (one) => podsOf(name).get(one)!.containers,
    );
    // `users` creates the users of MongoDB once, and then waits.
    for (const container of running.filter((one) => one.name !== 'users'))
      for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe'])
        expect(container).toHaveProperty(probe);
  });

  test('refuses all connections by default, and allows only named peers on named ports', () => {
    const policies = objectsOf<V1NetworkPolicy>(name, 'NetworkPolicy');
    const open = policies.find(({ metadata }) => metadata?.name === 'default-deny');
    expect(open?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const { metadata, spec } of policies)
      for (const rule of [...(spec?.ingress ?? []), ...(spec?.egress ?? [])]) {
        const { from, to, ports } = rule as { from?: object[]; to?: object[]; ports?: object[] };
        const peers = from ?? to ?? [];
        expect([peers.length > 0, ports!.length > 0], metadata?.name).toEqual([true, true]);
        for (const peer of peers) expect(Object.values(peer), metadata?.name).not.toContainEqual({});
      }
  });

  test('opens the way out to public addresses only', () => {
    const blocks = valuesOf(objectsOf(name, 'NetworkPolicy'), 'ipBlock') as {
      cidr: string;
      except?: string[];
    }[];
    const wide = blocks.filter(({ cidr }) => Number(cidr.split('/')[1]) < 8);
    expect(wide.length).toBeGreaterThan(0);
    const inner = {
      ipv4: ['10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '127.0.0.1'],
      ipv6: ['fd00::1', 'fe80::1', '::1', '::ffff:10.1.2.3', 'fd00:ec2::254'],
    };
    for (const { cidr, except = [] } of wide) {
      const family = cidr.includes(':') ? 'ipv6' : 'ipv4';
      const contains = (ranges: string[], address: string) => {
        const list = new BlockList();
        for (const range of ranges) list.addSubnet(range.split('/')[0]!, Number(range.split('/')[1]), family);
        return list.check(address, family);
      };
      const reached = inner[family].filter((one) => contains([cidr], one) && !contains(except, one));
      expect(reached, cidr).toEqual([]);
    }
  });

  test('keeps stores before live games, and these before the rest', () => {
    const values = new Map(
      objectsOf(name, 'PriorityClass').map(({ metadata, value }) => [metadata!.name, value!]),
    );
    const rank = { redis: 2, mongodb: 2, gateway: 1, realtime: 1, room: 1, timekeeper: 1 };
    const ranks = new Map(Object.entries(rank));
    const groups = [0, 1, 2].map((one) =>
      [...podsOf(name)].flatMap(([title, { priorityClassName }]) =>
        (ranks.get(title) ?? 0) === one ? [priorityClassName ? values.get(priorityClassName)! : 0] : [],
      ),
    );
    expect(Math.min(...groups[2]!)).toBeGreaterThan(Math.max(...groups[1]!));
    expect(Math.min(...groups[1]!)).toBeGreaterThan(Math.max(...groups[0]!));
  });

  test('scales by metrics of the pods', () => {
    const [metric, ...others] = valuesOf(objectsOf(name, 'HorizontalPodAutoscaler'), 'pods') as {
      metric: { name: string };
    }[];
    expect(others).toEqual([]);
    expect(readFileSync(join(ROOT, 'services', 'realtime', 'src', 'metrics.ts'), 'utf8')).toContain(
      `'${metric!.metric.name}'`,
    );
  });

  test('contains no key, password or token in clear text', () => {
    const inClear = overlays.get(name)!.filter(({ kind }) => kind !== 'Secret');
    expect(JSON.stringify(inClear)).not.toMatch(/PRIVATE KEY|(redis|mongodb):\/\/[^"]*@/);
  });

  test('sends traces from every process, and allows the connection, only with the traces component', () => {
    const sending = ROLES.filter((role) => environmentOf(name, role).OTEL_EXPORTER_OTLP_ENDPOINT);
    expect(sending).toEqual(name.includes('traces') ? ROLES : []);
    expect(namesOf(name, 'NetworkPolicy').includes('traces')).toBe(name.includes('traces'));
  });
});
