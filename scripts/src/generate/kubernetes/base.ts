import { ROLES } from '@doushouqi/protocol/server';
import { WITH_MONGODB } from '../addresses.ts';
import * as k8s from './objects.ts';

const JOB = 'indexes';
const OF_JOB = { [k8s.COMPONENT]: 'job' };
const SERVICES_ONLY = {
  matchExpressions: [{ key: k8s.COMPONENT, operator: 'In', values: ['service'] }],
};

const NAMESPACE_OBJECT = k8s.object(
  'v1',
  'Namespace',
  k8s.NAMESPACE,
  {},
  {
    '# The strictest standard of the cluster: a pod that asks for more is refused.': null,
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  },
);

const PRIORITY_CLASSES = [
  ['stores', 2_000, 'Stores of the product: without them all games stop.'],
  ['live', 1_000, 'Processes of live games: gateway, nodes, commands and clocks.'],
] as const;

const PRIORITIES = PRIORITY_CLASSES.map(([of, value, description]) =>
  k8s.object('scheduling.k8s.io/v1', 'PriorityClass', k8s.PRIORITIES[of], { value, description }),
);

/** Objects shared by all parts. */
const NETWORK = [
  {
    '# All connections are refused, in and out; the file of each part allows those that SERVICES lists.':
      null,
    ...k8s.policy('default-deny', {}, {}, ['Ingress', 'Egress']),
  },
  {
    "# Names: the cluster's DNS, or its cache on each machine.": null,
    ...k8s.policy(
      'dns',
      {},
      {
        egress: [
          {
            to: [
              {
                namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
                podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
              },
              ...k8s.blocks('169.254.20.10/32'),
            ],
            ports: ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol })),
          },
        ],
      },
    ),
  },
  {
    '# Metrics, for a namespace that the operator labeled for it.': null,
    ...k8s.policy('metrics', SERVICES_ONLY, {
      ingress: [{ from: [k8s.namespaceFor('monitoring')], ports: k8s.ports('http') }],
    }),
  },
];

/** Path of an Ingress to the gateway. */
export const TO_GATEWAY = {
  http: {
    paths: [
      {
        path: '/',
        pathType: 'Prefix',
        backend: { service: { name: 'gateway', port: { name: 'http' } } },
      },
    ],
  },
};

export function ingress(annotations: object, spec: object) {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'gateway', annotations },
    spec,
  };
}

const INGRESS = ingress(
  {
    "# Long polls and websockets are silent for Socket.IO's ping interval; these are far beyond. Read by controllers of the nginx family; docs/kubernetes.md says what others need.":
      null,
    'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    'nginx.ingress.kubernetes.io/proxy-send-timeout': '3600',
    'nginx.ingress.kubernetes.io/proxy-body-size': '256k',
    'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
  },
  { '# The class of your controller.': null, ingressClassName: 'nginx', rules: [TO_GATEWAY] },
);

function preparation(name: (typeof WITH_MONGODB)[number]) {
  const secretKeyRef = { name: k8s.storesSecretOf(name), key: 'MONGODB_URL' };
  return {
    name,
    image: `doushouqi-${name}`,
    command: ['node', `services/${name}/src/main.ts`, 'prepare'],
    env: [{ name: 'MONGODB_URL', valueFrom: { secretKeyRef } }],
    securityContext: k8s.CONTAINER_SECURITY,
    resources: k8s.resources('50m', '128Mi', '384Mi'),
  };
}

function job() {
  const { apiVersion, kind, metadata } = k8s.object(
    'batch/v1',
    'Job',
    JOB,
    {},
    { [k8s.NAME]: JOB, ...OF_JOB },
  );
  return {
    apiVersion,
    kind,
    metadata: {
      ...metadata,
      annotations: {
        '# A Job cannot be changed: tools that sync replace it before everything else; by hand, see docs/kubernetes.md.':
          null,
        'argocd.argoproj.io/hook': 'PreSync',
        'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
      },
    },
    spec: {
      backoffLimit: 5,
      activeDeadlineSeconds: 3_600,
      ttlSecondsAfterFinished: 86_400,
      template: {
        metadata: { labels: { [k8s.NAME]: JOB, ...OF_JOB, ...k8s.clientOf('mongodb') } },
        spec: {
          serviceAccountName: JOB,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'OnFailure',
          securityContext: k8s.podSecurity(1_000, {}),
          containers: WITH_MONGODB.map(preparation),
        },
      },
    },
  };
}

const INDEXES = [
  {
    '# Brings the collections of every service that has some to what its version needs, before that version starts.':
      null,
    ...k8s.account(JOB, OF_JOB),
  },
  job(),
];

const KUSTOMIZATION = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  namespace: k8s.NAMESPACE,
  labels: [{ pairs: k8s.PART_OF, includeTemplates: true }],
  resources: [...['namespace', 'network', 'own-pod', 'priorities', JOB, 'ingress'], ...ROLES].map(
    (name) => `${name}.yaml`,
  ),
  '# Settings of each part; an overlay merges its own into them. A change makes a new name, and so a rolling update.':
    null,
  configMapGenerator: ROLES.map((name) => ({ name, literals: ['LOG_LEVEL=info'] })),
};

/** Objects of k8s/base besides the parts of the product, by file. */
export const BASE: Readonly<Record<string, readonly object[]>> = {
  'base/kustomization.yaml': [KUSTOMIZATION],
  'base/namespace.yaml': [NAMESPACE_OBJECT],
  'base/network.yaml': NETWORK,
  'base/priorities.yaml': PRIORITIES,
  'base/ingress.yaml': [INGRESS],
  'base/indexes.yaml': INDEXES,
};
