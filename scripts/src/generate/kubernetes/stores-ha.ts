import { membersOf, SENTINEL_PORT } from '@doushouqi/deployment';
import { PORTS } from '../addresses.ts';
import * as k8s from './objects.ts';
import { IMAGES, makeUsers, SMALL, secretVolume } from './stores.ts';

const MEMBER_SCRIPT = '/etc/redis/member.sh';

function redisMember(role: 'redis' | 'sentinel' | 'leave'): string[] {
  return ['sh', MEMBER_SCRIPT, role];
}

const MEMBER_ENV = [
  { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  { name: 'MEMBER', value: '$(POD_NAME).redis' },
  { name: 'MEMBERS', value: membersOf('redis').join(' ') },
];

/** Patches the StatefulSet of a store: its members start together, each on a machine of its own. */
function members(name: 'redis' | 'mongodb', pod: object) {
  const spec = {
    replicas: membersOf(name).length,
    podManagementPolicy: 'Parallel',
    template: {
      spec: {
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { [k8s.NAME]: name } },
          },
        ],
        ...pod,
      },
    },
  };
  return k8s.object('apps/v1', 'StatefulSet', name, { spec });
}

/** Patches the policies of a store: its members connect to each other. */
function network(name: 'redis' | 'mongodb', ...ports: readonly number[]): object[] {
  const { podSelector } = k8s.podsOf(name);
  const clients = { podSelector: { matchLabels: k8s.clientOf(name) } };
  return [
    k8s.policy(name, podSelector, {
      ingress: [{ from: [clients, k8s.podsOf(name)], ports: k8s.ports(...ports) }],
      egress: [{ to: [k8s.podsOf(name)], ports: k8s.ports(...ports) }],
    }),
    k8s.policy(`${name}-clients`, clients.podSelector, {
      egress: [{ to: [k8s.podsOf(name)], ports: k8s.ports(...ports) }],
    }),
  ];
}

function disruptionBudget(name: 'redis' | 'mongodb') {
  const spec = { maxUnavailable: 1, selector: { matchLabels: { [k8s.NAME]: name } } };
  return k8s.object('policy/v1', 'PodDisruptionBudget', name, { spec });
}

const REDIS = [
  members('redis', {
    containers: [
      {
        name: 'redis',
        command: redisMember('redis'),
        env: MEMBER_ENV,
        '# A planned stop of the master makes another member the master first.': null,
        lifecycle: { preStop: { exec: { command: redisMember('leave') } } },
      },
      {
        name: 'sentinel',
        image: 'redis',
        securityContext: k8s.CONTAINER_SECURITY,
        command: redisMember('sentinel'),
        env: MEMBER_ENV,
        ports: [{ name: 'sentinel', containerPort: SENTINEL_PORT }],
        ...k8s.probes(60, k8s.tcpProbe('sentinel')),
        resources: SMALL,
        volumeMounts: [
          k8s.mount('data', '/data'),
          k8s.mount('config', '/etc/redis', true),
          k8s.mount('users', k8s.SECRETS_DIR, true),
        ],
      },
    ],
  }),
  k8s.object('v1', 'Service', 'redis', {
    spec: {
      '# Members find each other before they are ready.': null,
      publishNotReadyAddresses: true,
      ports: [{ name: 'sentinel', port: SENTINEL_PORT, targetPort: 'sentinel' }],
    },
  }),
  ...network('redis', PORTS.redis, SENTINEL_PORT),
];

const HOSTS = membersOf('mongodb').map((host) => `${host}:${PORTS.mongodb}`);

const MONGODB = [
  members('mongodb', {
    containers: [
      { name: 'mongodb' },
      {
        name: 'users',
        '# The first member initiates the set.': null,
        command: makeUsers(`"$([ "$POD_NAME" = mongodb-0 ] && echo ${HOSTS.join(',')})"`),
        env: MEMBER_ENV.slice(0, 1),
      },
    ],
    volumes: [secretVolume('users', 'mongodb-users')],
  }),
  ...network('mongodb', PORTS.mongodb),
];

/** The component that gives each store of the component `stores` three members, by file. */
export const STORES_HA: Readonly<Record<string, readonly object[]>> = {
  'components/stores-ha/kustomization.yaml': [
    k8s.component(
      'Beside the component `stores`: three Redis with a sentinel each, and a MongoDB replica set of three, each member on a machine of its own.',
      {
        resources: ['disruption.yaml'],
        configMapGenerator: [{ name: 'redis', behavior: 'merge', files: ['member.sh', 'sentinel.conf'] }],
        patches: [{ path: 'redis.yaml' }, { path: 'mongodb.yaml' }],
        images: IMAGES,
      },
    ),
  ],
  'components/stores-ha/disruption.yaml': [disruptionBudget('redis'), disruptionBudget('mongodb')],
  'components/stores-ha/redis.yaml': REDIS,
  'components/stores-ha/mongodb.yaml': MONGODB,
};
