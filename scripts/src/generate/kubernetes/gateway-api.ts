import * as k8s from './objects.ts';

const HOST = 'doushouqi.example.com';

/** Component `gateway-api`: an HTTPRoute in place of the Ingress. */
export const GATEWAY_API: Readonly<Record<string, readonly object[]>> = {
  'components/gateway-api/kustomization.yaml': [
    {
      '# For a cluster with the Gateway API (https://gateway-api.sigs.k8s.io): a route of an existing Gateway replaces the Ingress.':
        null,
      apiVersion: 'kustomize.config.k8s.io/v1alpha1',
      kind: 'Component',
      resources: ['route.yaml'],
      patches: [
        {
          patch:
            'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: gateway\n$patch: delete\n',
        },
      ],
    },
  ],
  'components/gateway-api/route.yaml': [
    k8s.object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'gateway', {
      spec: {
        parentRefs: [{ name: 'public', namespace: 'gateway-system', sectionName: 'https' }],
        hostnames: [HOST],
        rules: [
          {
            matches: [{ path: { type: 'PathPrefix', value: '/' } }],
            "# None: a websocket and a long poll are silent for Socket.IO's ping interval, and last for a game.":
              null,
            timeouts: { request: '0s', backendRequest: '0s' },
            backendRefs: [{ name: 'gateway', port: 80 }],
          },
        ],
      },
    }),
  ],
};
