import {
  BACKUP_SIGNING_FILE,
  KEY_FILES,
  OPERATIONS,
  REPLICATED_STORES,
  SINGLE_STORES,
  type StoreAddresses,
} from '@doushouqi/deployment';
import { getServiceDef, SERVICE_NAMES } from '@doushouqi/protocol/server';
import manifest from '../../../../package.json' with { type: 'json' };
import * as k8s from './objects.ts';
import { apiServer } from './site.ts';

const CONFIG = 'kustomize.config.k8s.io/v1beta1';

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
    '# `npm run k8s:secrets -- OVERLAY` creates the files; none is ever checked in. Where a vault provides the Secrets of these names, remove this folder from the resources of the overlay.':
      null,
    apiVersion: CONFIG,
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

/** Returns the values of an overlay. kustomize reads them and leaves the object out of its output. */
function site(about: string, data: object) {
  return {
    [`# ${about}`]: null,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'site', annotations: { 'config.kubernetes.io/local-config': k8s.YES } },
    data,
  };
}

function storeAddresses({ redis, mongodb }: StoreAddresses) {
  return {
    '# The stores, without user and password: `npm run k8s:secrets` adds those of each service.': null,
    redis,
    mongodb,
  };
}

/** Returns the values of a site for users: examples that an operator replaces in a copy of the overlay. */
function siteForUsers(stores: StoreAddresses, networks: object = {}) {
  return site(
    'All values of a site. Copy this folder before you change them: `npm run generate` writes it. A release, and a rollback, changes `tag`.',
    {
      host: 'doushouqi.example.com',
      '# Images are REGISTRY/doushouqi-SERVICE:TAG.': null,
      registry: 'registry.example.com/doushouqi',
      tag: `v${manifest.version}`,
      '# Pods of the gateway, and of the realtime nodes.': null,
      minReplicas: '3',
      maxReplicas: '40',
      ...storeAddresses(stores),
      ...networks,
      '# The API server: its own addresses, and that of its Service (`kubectl get endpointslices,service kubernetes`).':
        null,
      apiServer: '10.10.0.0/28',
      apiService: '10.96.0.1/32',
      ingressClass: 'nginx',
      '# The ingress controller is the one proxy in front; one more for a load balancer that ends TLS before it.':
        null,
      trustProxy: '1',
      '# Where alerts find their runbook: the folder `docs` of this repository, or its address.': null,
      docs: 'docs',
    },
  );
}

const LOCAL = {
  '# A cluster on one machine (kind, minikube, k3d), with stores of its own. Images are built here and loaded into it.':
    null,
  apiVersion: CONFIG,
  kind: 'Kustomization',
  namespace: k8s.NAMESPACE,
  resources: ['site.yaml', '../../base', 'secrets', 'api-server.yaml'],
  components: ['../../components/stores', '../../components/images'],
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

/** Returns the files of an overlay for users, whose stores are elsewhere or in the cluster. */
function filesForUsers(
  name: string,
  values: object,
  stores: readonly string[],
  ofStores: readonly unknown[],
) {
  const overlay = {
    '# `site.yaml` has the values. Add components before `site`, and own settings as patches or generators that merge.':
      null,
    apiVersion: CONFIG,
    kind: 'Kustomization',
    namespace: k8s.NAMESPACE,
    resources: ['site.yaml', '../../base', 'secrets'],
    components: [...stores, 'site'].map((component) => `../../components/${component}`),
  };
  return {
    [`overlays/${name}/kustomization.yaml`]: [overlay],
    [`overlays/${name}/site.yaml`]: [values],
    [`overlays/${name}/secrets/kustomization.yaml`]: [secrets(ofStores)],
  };
}

const EXTERNAL_STORES = {
  redis: 'redis://redis.example.com:6379',
  mongodb: 'mongodb://mongodb.example.com:27017/doushouqi?replicaSet=rs0&authSource=doushouqi',
};

/** The overlays, by file. */
export const OVERLAYS: Readonly<Record<string, readonly object[]>> = {
  'overlays/local/kustomization.yaml': [LOCAL],
  'overlays/local/site.yaml': [
    site('The values of a trial.', {
      '# The images are loaded into the cluster; an image without a registry belongs to this one.': null,
      registry: 'docker.io/library',
      tag: 'local',
      ...storeAddresses(SINGLE_STORES),
    }),
  ],
  'overlays/local/secrets/kustomization.yaml': [secrets(storeSecrets())],
  'overlays/local/api-server.yaml': [
    apiServer('The API server: where kind and minikube have it, and the address of its Service.', [
      '172.16.0.0/12',
      '192.168.0.0/16',
      '10.96.0.1/32',
    ]),
  ],
  ...filesForUsers(
    'production',
    siteForUsers(EXTERNAL_STORES, {
      '# Their networks.': null,
      redisNetwork: '10.20.1.0/24',
      mongodbNetwork: '10.20.2.0/24',
    }),
    ['external-stores'],
    [],
  ),
  ...filesForUsers(
    'ha',
    siteForUsers(REPLICATED_STORES),
    ['stores', 'stores-ha'],
    storeSecrets('redis/operator-password', 'redis/replica-password', 'redis/sentinel-password'),
  ),
};
