import { BACKUP_SIGNING_FILE, KEY_FILES, OPERATIONS, SENTINEL_PORT } from '@doushouqi/deployment';
import { getServiceDef, ROLES, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { PORTS } from '../addresses.ts';
import { ingress, TO_GATEWAY } from './base.ts';
import * as k8s from './objects.ts';

const CONFIG = 'kustomize.config.k8s.io';
const API_SERVER_PORTS = [443, 6_443];
const TRACES_PORT = 4_318;

/** Example company, addresses and version, which an operator replaces in a copy of the overlay. */
const EXAMPLE = {
  registry: 'registry.example.com/doushouqi',
  version: '1.0.0',
  host: 'doushouqi.example.com',
  apiServer: ['10.10.0.0/28', '10.96.0.1/32'],
  redis: '10.20.1.0/24',
  mongodb: '10.20.2.0/24',
};

/** The API server: its own addresses, and that of its Service. */
function apiServer(about: string, cidrs: readonly string[]) {
  const selector = { matchLabels: k8s.clientOf('api-server') };
  return {
    [`# ${about}`]: null,
    ...k8s.policy('api-server', selector, {
      egress: [{ to: k8s.blocks(...cidrs), ports: k8s.ports(...API_SERVER_PORTS) }],
    }),
  };
}

/** The network of an external store. */
function storeNetwork(name: 'redis' | 'mongodb', cidr: string, storePorts: readonly unknown[]) {
  return k8s.policy(
    `${name}-clients`,
    { matchLabels: k8s.clientOf(name) },
    {
      egress: [{ to: k8s.blocks(cidr), ports: storePorts }],
    },
  );
}

function fileSecret(name: string, files: readonly string[], stable = false) {
  return { name, files, ...(stable && { options: { disableNameSuffixHash: true } }) };
}

function storeSecrets(...redis: readonly string[]) {
  return [
    '# Of the stores themselves.',
    fileSecret('redis', ['redis/users.acl', 'redis/health-password', ...redis]),
    fileSecret('mongodb', ['mongodb/replica-set-key']),
    fileSecret('mongodb-users', ['mongodb-users/passwords.json']),
  ];
}

function secrets(ofStores: readonly unknown[]) {
  return {
    '# `npm run kubernetes:secrets -- DIR` creates the files; none is ever checked in. Where a vault provides the Secrets of these names, remove this folder from the resources of the overlay.':
      null,
    apiVersion: `${CONFIG}/v1beta1`,
    kind: 'Kustomization',
    labels: [
      '# By which they are applied before the Job that needs them.',
      { pairs: { [k8s.COMPONENT]: 'secret' } },
    ],
    secretGenerator: [
      '# Each service is a user of its own in the stores. A change makes a new name, and so a rolling update.',
      ...SERVICE_NAMES.map((name) => ({ name: k8s.storesSecretOf(name), envs: [`${name}/environment`] })),
      { name: k8s.OPERATIONS_SECRET, envs: [`${OPERATIONS}/environment`] },
      fileSecret(k8s.OPERATIONS_KEYS, [`${OPERATIONS}/${BACKUP_SIGNING_FILE}`]),
      '# Every process reloads these when they change, so their names stay and no pod restarts.',
      ...Object.values(KEY_FILES).map((file) => fileSecret(k8s.secretOf(file), [`vault/${file}`], true)),
      ...ofStores,
    ],
  };
}

const LOCAL = {
  '# A cluster on one machine (kind, minikube, k3d), with stores of its own. Images are built here and loaded into it.':
    null,
  apiVersion: `${CONFIG}/v1beta1`,
  kind: 'Kustomization',
  namespace: k8s.NAMESPACE,
  resources: ['../../base', 'secrets', 'api-server.yaml'],
  components: ['../../components/stores'],
  images: [...ROLES, 'deployment', OPERATIONS].map((name) => ({
    name: `doushouqi-${name}`,
    newTag: 'local',
  })),
  patches: [
    '# One of each is enough, except of the parts that show that there can be many.',
    {
      target: {
        kind: 'HorizontalPodAutoscaler',
        name: SERVICE_NAMES.filter((name) => getServiceDef(name).processes === undefined).join('|'),
      },
      patch: '- op: replace\n  path: /spec/minReplicas\n  value: 1\n',
    },
    '# A machine with four cores and 8 GiB holds all of it.',
    ...['Deployment', 'StatefulSet'].map((kind) => ({
      target: { kind },
      patch:
        '- op: replace\n  path: /spec/template/spec/containers/0/resources/requests\n  value: { cpu: 50m, memory: 128Mi }\n',
    })),
  ],
};

/** An overlay for users, whose stores are elsewhere or in the cluster. */
function forUsers(stores: { resources: string[]; components?: string[]; images?: string[] }) {
  return {
    '# Companies, addresses and versions in this folder are examples. Copy it before you change them: `npm run generate` writes it.':
      null,
    apiVersion: `${CONFIG}/v1beta1`,
    kind: 'Kustomization',
    namespace: k8s.NAMESPACE,
    resources: ['../../base', 'secrets', 'api-server.yaml', ...stores.resources],
    ...(stores.components && { components: stores.components }),
    images: [...ROLES, OPERATIONS, ...(stores.images ?? [])].map((name) => ({
      name: `doushouqi-${name}`,
      newName: `${EXAMPLE.registry}/${name}`,
      newTag: EXAMPLE.version,
    })),
    configMapGenerator: [
      {
        name: 'gateway',
        behavior: 'merge',
        literals: [
          '# The ingress controller is the one proxy in front; one more for a load balancer that ends TLS before it.',
          'TRUST_PROXY=1',
        ],
      },
    ],
    patches: [
      { path: 'ingress.yaml' },
      { path: 'scale.yaml', target: { kind: 'HorizontalPodAutoscaler', name: 'gateway|realtime' } },
    ],
  };
}

const PRODUCTION_INGRESS = ingress(
  { 'nginx.ingress.kubernetes.io/ssl-redirect': 'true' },
  {
    tls: [
      {
        hosts: [EXAMPLE.host],
        '# Made by cert-manager or by hand.': null,
        secretName: 'doushouqi-tls',
      },
    ],
    ingressClassName: 'nginx',
    rules: [{ host: EXAMPLE.host, ...TO_GATEWAY }],
  },
);

const TRACES = {
  '# Traces of every process, sent to a collector in a namespace that has the label `doushouqi.io/traces: "true"`. An overlay lists it under `components`, and merges another address into these ConfigMaps where the collector is elsewhere.':
    null,
  apiVersion: `${CONFIG}/v1alpha1`,
  kind: 'Component',
  resources: ['network.yaml'],
  configMapGenerator: ROLES.map((name) => ({
    name,
    behavior: 'merge',
    literals: [
      `OTEL_EXPORTER_OTLP_ENDPOINT=http://collector.observability:${TRACES_PORT}`,
      '# One in a hundred: recorded traces cost memory and time.',
      'OTEL_TRACES_SAMPLER=parentbased_traceidratio',
      'OTEL_TRACES_SAMPLER_ARG=0.01',
    ],
  })),
};

const TRACES_NETWORK = {
  '# To the collector of traces, OTLP over HTTP, for the processes that send some.': null,
  ...k8s.policy(
    'traces',
    { matchExpressions: [{ key: k8s.COMPONENT, operator: 'In', values: ['service', 'gateway'] }] },
    { egress: [{ to: [k8s.namespaceFor('traces')], ports: k8s.ports(TRACES_PORT) }] },
  ),
};

/** Returns the files that overlays for users share. */
function filesForUsers(name: string, overlay: object, ofStores: readonly unknown[]) {
  return {
    [`overlays/${name}/kustomization.yaml`]: [overlay],
    [`overlays/${name}/secrets/kustomization.yaml`]: [secrets(ofStores)],
    [`overlays/${name}/ingress.yaml`]: [PRODUCTION_INGRESS],
    [`overlays/${name}/scale.yaml`]: [
      {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'any' },
        spec: { minReplicas: 3, maxReplicas: 40 },
      },
    ],
    [`overlays/${name}/api-server.yaml`]: [
      apiServer(
        'The API server: its own addresses, and that of its Service (`kubectl get endpointslices,service kubernetes`).',
        EXAMPLE.apiServer,
      ),
    ],
  };
}

/** The overlays and the traces component, by file. */
export const OVERLAYS: Readonly<Record<string, readonly object[]>> = {
  'components/traces/kustomization.yaml': [TRACES],
  'components/traces/network.yaml': [TRACES_NETWORK],
  'overlays/local/kustomization.yaml': [LOCAL],
  'overlays/local/secrets/kustomization.yaml': [secrets(storeSecrets())],
  'overlays/local/api-server.yaml': [
    apiServer('The API server: where kind and minikube have it, and the address of its Service.', [
      '172.16.0.0/12',
      '192.168.0.0/16',
      '10.96.0.1/32',
    ]),
  ],
  ...filesForUsers('production', forUsers({ resources: ['stores.yaml'] }), []),
  ...filesForUsers(
    'ha',
    forUsers({
      resources: [],
      components: ['../../components/stores', '../../components/stores-ha'],
      images: ['deployment'],
    }),
    storeSecrets('redis/operator-password', 'redis/replica-password', 'redis/sentinel-password'),
  ),
  'overlays/production/stores.yaml': [
    {
      '# Redis and MongoDB are elsewhere, managed or by an operator: these are their networks.': null,
      ...storeNetwork('redis', EXAMPLE.redis, [
        '# Redis, and its sentinels.',
        ...k8s.ports(PORTS.redis, SENTINEL_PORT),
      ]),
    },
    storeNetwork('mongodb', EXAMPLE.mongodb, k8s.ports(PORTS.mongodb)),
  ],
};
