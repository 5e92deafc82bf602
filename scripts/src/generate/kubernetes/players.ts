import { OPERATIONS } from '@doushouqi/deployment';
import { OPERATIONS_ROUTES } from '@doushouqi/service-kit';
import { PORTS } from '../addresses.ts';
import * as k8s from './objects.ts';

const NAME = 'players';
const LABELS = { [k8s.NAME]: NAME, [k8s.COMPONENT]: NAME };

const DEPLOYMENT = k8s.object(
  'apps/v1',
  'Deployment',
  NAME,
  {
    spec: {
      replicas: 1,
      selector: { matchLabels: { [k8s.NAME]: NAME } },
      template: {
        metadata: { labels: { ...LABELS, ...k8s.PART_OF } },
        spec: {
          serviceAccountName: NAME,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: k8s.podSecurity(1_000),
          containers: [
            {
              name: NAME,
              image: `doushouqi-${OPERATIONS}`,
              args: [NAME, '$(PLAYERS_URL)', '--port', String(PORTS.gatewayMetrics)],
              envFrom: [{ configMapRef: { name: NAME } }],
              ...k8s.probes(60, k8s.httpProbe(OPERATIONS_ROUTES.metrics, 'metrics')),
              ports: [{ name: 'metrics', containerPort: PORTS.gatewayMetrics }],
              resources: k8s.resources('20m', '128Mi', '256Mi'),
              securityContext: k8s.CONTAINER_SECURITY,
              volumeMounts: [k8s.mount('tmp', '/tmp')],
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '16Mi' } }],
        },
      },
    },
  },
  LABELS,
);

const { podSelector } = k8s.podsOf(NAME);

/** Component `players`: two guests who play all the time over the public address. */
export const PLAYERS: Readonly<Record<string, readonly object[]>> = {
  'components/players/kustomization.yaml': [
    k8s.component(
      'Two guests who play all the time: what they notice, users notice. They play at the host of site.yaml.',
      {
        resources: ['players.yaml', 'network.yaml'],
        configMapGenerator: [{ name: NAME, literals: [`PLAYERS_URL=https://${k8s.UNSET}`] }],
      },
    ),
  ],
  'components/players/players.yaml': [k8s.account(NAME, LABELS), DEPLOYMENT],
  'components/players/network.yaml': [
    {
      '# To the public address, and metrics.': null,
      ...k8s.policy(NAME, podSelector, {
        ingress: [{ from: [k8s.namespaceFor('monitoring')], ports: k8s.ports('metrics') }],
        egress: [{ to: k8s.outside(), ports: k8s.ports(443) }],
      }),
    },
  ],
};
