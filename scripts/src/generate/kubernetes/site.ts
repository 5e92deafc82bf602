import { SENTINEL_PORT } from '@doushouqi/deployment';
import { PORTS } from '../addresses.ts';
import { ingress, TO_GATEWAY } from './base.ts';
import * as k8s from './objects.ts';

const API_SERVER_PORTS = [443, 6_443];
const { UNSET } = k8s;

/** Where a value of the site goes: fields of the objects of a kind, or parts of them. */
type Target = readonly [select: object, fieldPaths: readonly string[], options?: object];

function replacement(key: string, ...targets: readonly Target[]) {
  return {
    source: { kind: 'ConfigMap', name: 'site', fieldPath: `data.${key}` },
    targets: targets.map(([select, fieldPaths, options]) => ({
      select,
      fieldPaths,
      ...(options && { options }),
    })),
  };
}

const POD = 'spec.template.spec';

/** Returns where the images of the product are. Other images of the stores keep their names. */
function ourImages(options: object): Target[] {
  const path = (pod: string) => [`${pod}.containers.*.image`];
  return [
    [{ kind: 'Deployment' }, path(POD), options],
    [{ kind: 'Job' }, path(POD), options],
    [{ kind: 'CronJob' }, path(`spec.jobTemplate.${POD}`), options],
    [{ kind: 'StatefulSet', name: 'mongodb' }, [`${POD}.containers.[name=users].image`], options],
  ];
}

const IMAGES = k8s.component('Registry and version of all images of the product, from site.yaml.', {
  replacements: [
    replacement('tag', ...ourImages({ delimiter: ':', index: 1 })),
    replacement('registry', ...ourImages({ delimiter: '/', index: -1 })),
  ],
});

const SITE_INGRESS = ingress(
  { 'nginx.ingress.kubernetes.io/ssl-redirect': 'true' },
  {
    tls: [{ hosts: [UNSET], '# Made by cert-manager or by hand.': null, secretName: 'doushouqi-tls' }],
    ingressClassName: UNSET,
    rules: [{ host: UNSET, ...TO_GATEWAY }],
  },
);

const OF_URL = { delimiter: '/', index: 2 };
const SCALED = ['gateway', 'realtime'].map((name) => ({ kind: 'HorizontalPodAutoscaler', name }));

const SITE = k8s.component(
  'The values of site.yaml, in every object that needs them. The last component of an overlay, so that it finds the objects of the others.',
  {
    components: ['../images'],
    resources: ['api-server.yaml'],
    configMapGenerator: [
      { name: 'gateway', behavior: 'merge', literals: [`TRUST_PROXY=${UNSET}`] },
      { name: 'auth', behavior: 'merge', literals: [`PUBLIC_URL=https://${UNSET}`] },
      { name: 'social', behavior: 'merge', literals: [`VAPID_SUBJECT=https://${UNSET}`] },
    ],
    patches: [
      '# By a target: with the component gateway-api there is no Ingress.',
      { path: 'ingress.yaml', target: { kind: 'Ingress', name: 'gateway' } },
    ],
    replacements: [
      replacement(
        'host',
        [{ kind: 'Ingress' }, ['spec.tls.0.hosts.0', 'spec.rules.0.host']],
        [{ kind: 'HTTPRoute' }, ['spec.hostnames.0']],
        [{ kind: 'ConfigMap', name: 'auth' }, ['data.PUBLIC_URL'], OF_URL],
        [{ kind: 'ConfigMap', name: 'social' }, ['data.VAPID_SUBJECT'], OF_URL],
        [{ kind: 'ConfigMap', name: 'players' }, ['data.PLAYERS_URL'], OF_URL],
      ),
      replacement('ingressClass', [{ kind: 'Ingress' }, ['spec.ingressClassName']]),
      replacement('trustProxy', [{ kind: 'ConfigMap', name: 'gateway' }, ['data.TRUST_PROXY']]),
      replacement('minReplicas', ...SCALED.map((select): Target => [select, ['spec.minReplicas']])),
      replacement('maxReplicas', ...SCALED.map((select): Target => [select, ['spec.maxReplicas']])),
      ...['apiServer', 'apiService'].map((key, index) =>
        replacement(key, [
          { kind: 'NetworkPolicy', name: 'api-server' },
          [`spec.egress.0.to.${index}.ipBlock.cidr`],
        ]),
      ),
      replacement('docs', [
        { kind: 'PrometheusRule' },
        ['spec.groups.*.rules.*.annotations.runbook_url'],
        { delimiter: '/observability.md', index: 0 },
      ]),
    ],
  },
);

/** Returns the policy for connections to the API server: its own addresses, and that of its Service. */
export function apiServer(about: string, cidrs: readonly string[]) {
  const selector = { matchLabels: k8s.clientOf('api-server') };
  return {
    [`# ${about}`]: null,
    ...k8s.policy('api-server', selector, {
      egress: [{ to: k8s.blocks(...cidrs), ports: k8s.ports(...API_SERVER_PORTS) }],
    }),
  };
}

/** Returns the policy for connections to an external store. */
function storeNetwork(name: 'redis' | 'mongodb', ...storePorts: readonly number[]) {
  const selector = { matchLabels: k8s.clientOf(name) };
  return k8s.policy(`${name}-clients`, selector, {
    egress: [{ to: k8s.blocks(UNSET), ports: k8s.ports(...storePorts) }],
  });
}

const EXTERNAL_STORES = k8s.component(
  'Redis and MongoDB outside the cluster, in the networks of site.yaml.',
  {
    resources: ['network.yaml'],
    replacements: (['redis', 'mongodb'] as const).map((name) =>
      replacement(`${name}Network`, [
        { kind: 'NetworkPolicy', name: `${name}-clients` },
        ['spec.egress.0.to.0.ipBlock.cidr'],
      ]),
    ),
  },
);

/** Components that write the values of an overlay's `site.yaml` into the objects, by file. */
export const SITE_COMPONENTS: Readonly<Record<string, readonly object[]>> = {
  'components/images/kustomization.yaml': [IMAGES],
  'components/site/kustomization.yaml': [SITE],
  'components/site/ingress.yaml': [SITE_INGRESS],
  'components/site/api-server.yaml': [apiServer('The API server of the cluster.', [UNSET, UNSET])],
  'components/external-stores/kustomization.yaml': [EXTERNAL_STORES],
  'components/external-stores/network.yaml': [
    storeNetwork('redis', PORTS.redis, SENTINEL_PORT),
    storeNetwork('mongodb', PORTS.mongodb),
  ],
};
