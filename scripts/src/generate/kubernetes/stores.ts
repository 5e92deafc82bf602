import { REPLICA_SET } from '@doushouqi/deployment';
import { PORTS } from '../addresses.ts';
import { STORE_IMAGES } from '../dotenv.ts';
import * as k8s from './objects.ts';

/** User of the official images. */
const USER = 999;
export const SMALL = k8s.resources('10m', '64Mi', '192Mi');

export const IMAGES = STORE_IMAGES.map((image) => image.split(':')).map(([name, newTag]) => ({
  name,
  newTag,
}));

/** How long a store may take until it answers. MongoDB recovers its journal first. */
const START_SECONDS = 600;

type Store = 'redis' | 'mongodb';

export function secretVolume(name: string, secretName: string) {
  return { name, secret: { secretName, ...k8s.SECRET_MODE } };
}

function container(name: string, image: string, rest: object) {
  return { name, image, securityContext: k8s.CONTAINER_SECURITY, ...rest };
}

/** Returns a store of one pod: account, StatefulSet, Service and the policies of store and clients. */
function store(name: Store, storage: string, pod: object, headless: object = {}): object[] {
  const labels = { [k8s.NAME]: name, [k8s.COMPONENT]: 'store' };
  const clients = { matchLabels: k8s.clientOf(name) };
  const spec = {
    serviceName: name,
    replicas: 1,
    selector: { matchLabels: { [k8s.NAME]: name } },
    template: {
      metadata: { labels: { ...labels, ...k8s.PART_OF } },
      spec: {
        serviceAccountName: name,
        priorityClassName: k8s.PRIORITIES.stores,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 60,
        securityContext: k8s.podSecurity(USER),
        ...pod,
      },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
      },
    ],
  };
  return [
    k8s.account(name),
    k8s.object('apps/v1', 'StatefulSet', name, { spec }, labels),
    k8s.service(name, { name, port: PORTS[name] }, { clusterIP: 'None', ...headless }),
    k8s.policy(
      name,
      k8s.podsOf(name).podSelector,
      { ingress: [{ from: [{ podSelector: clients }], ports: k8s.ports(name) }] },
      ['Ingress', 'Egress'],
    ),
    k8s.policy(`${name}-clients`, clients, {
      egress: [{ to: [k8s.podsOf(name)], ports: k8s.ports(PORTS[name]) }],
    }),
  ];
}

/** Returns the probe of Redis that expects a reply to PING. */
function pingProbe(reply: string) {
  const ask = `REDISCLI_AUTH=$(cat ${k8s.SECRETS_DIR}/health-password) redis-cli --user health ping`;
  return { exec: { command: ['sh', '-c', `${ask} | grep -qE '${reply}'`] } };
}

const REDIS = store('redis', '4Gi', {
  containers: [
    container('redis', 'redis', {
      command: ['redis-server', '/etc/redis/redis.conf'],
      ports: [{ name: 'redis', containerPort: PORTS.redis }],
      '# While it loads its data it is alive, but not ready.': null,
      ...k8s.probes(START_SECONDS, pingProbe('PONG'), pingProbe('PONG|LOADING')),
      resources: k8s.resources('100m', '256Mi', '1Gi'),
      volumeMounts: [
        k8s.mount('data', '/data'),
        k8s.mount('config', '/etc/redis', true),
        k8s.mount('users', k8s.SECRETS_DIR, true),
      ],
    }),
  ],
  volumes: [secretVolume('users', 'redis'), { name: 'config', configMap: { name: 'redis' } }],
});

const MONGODB_COMMAND = [
  ['mongod', '--replSet', REPLICA_SET, '--keyFile', '/data/configdb/key'],
  ['--bind_ip_all', '--wiredTigerCacheSizeGB', '0.5'],
].flat();

/** Returns the command that prepares MongoDB; `members` is a word of the shell, and by default one member. */
export function makeUsers(members = ''): string[] {
  const script = [
    "trap 'exit 0' TERM;",
    `until node packages/deployment/src/main.ts mongodb mongodb://127.0.0.1:${PORTS.mongodb}`,
    `${k8s.SECRETS_DIR}/passwords.json${members && ` ${members}`}; do sleep 2; done; sleep infinity & wait`,
  ];
  return ['sh', '-c', script.join(' ')];
}

const MONGODB = store(
  'mongodb',
  '8Gi',
  {
    initContainers: [
      '# MongoDB takes the key of a replica set only from a file that only its owner can read.',
      container('key', 'mongo', {
        command: ['install', '-m', '400', `${k8s.SECRETS_DIR}/replica-set-key`, '/data/configdb/key'],
        resources: SMALL,
        volumeMounts: [k8s.mount('key', k8s.SECRETS_DIR, true), k8s.mount('configdb', '/data/configdb')],
      }),
    ],
    containers: [
      container('mongodb', 'mongo', {
        command: MONGODB_COMMAND,
        ports: [{ name: 'mongodb', containerPort: PORTS.mongodb }],
        ...k8s.probes(START_SECONDS, k8s.tcpProbe('mongodb')),
        resources: k8s.resources('200m', '512Mi', '1536Mi'),
        volumeMounts: [
          k8s.mount('data', '/data/db'),
          k8s.mount('configdb', '/data/configdb', true),
          k8s.mount('tmp', '/tmp'),
        ],
      }),
      '# Makes the replica set and a user for each service, as docker-compose.yml does, and then waits: only on the loopback of MongoDB may the first user be made.',
      container('users', 'doushouqi-deployment', {
        command: makeUsers(),
        resources: SMALL,
        volumeMounts: [k8s.mount('users', k8s.SECRETS_DIR, true)],
      }),
    ],
    volumes: [
      { name: 'tmp', emptyDir: {} },
      { name: 'configdb', emptyDir: {} },
      secretVolume('key', 'mongodb'),
      secretVolume('users', 'mongodb-users'),
    ],
  },
  { '# It calls itself by this name before it is ready.': null, publishNotReadyAddresses: true },
);

/** The component with one Redis and one MongoDB, by file. */
export const STORES: Readonly<Record<string, readonly object[]>> = {
  'components/stores/kustomization.yaml': [
    k8s.component('One Redis and one MongoDB, for trials. They are neither replicated nor backed up.', {
      resources: ['redis.yaml', 'mongodb.yaml'],
      configMapGenerator: [{ name: 'redis', files: ['redis.conf'] }],
      images: IMAGES,
    }),
  ],
  'components/stores/redis.yaml': REDIS,
  'components/stores/mongodb.yaml': MONGODB,
};
