import * as k8s from './objects.ts';

/** Component `gateway-api`: an HTTPRoute in place of the Ingress. */
export const GATEWAY_API: Readonly<Record<string, readonly object[]>> = {
  'components/gateway-api/kustomization.yaml': [
    k8s.component(
      'For a cluster with the Gateway API (https://gateway-api.sigs.k8s.io): a route of an existing Gateway replaces the Ingress.',
      {
        resources: ['route.yaml'],
        patches: [
          {
            patch:
              'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: gateway\n$patch: delete\n',
          },
        ],
      },
    ),
  ],
  'components/gateway-api/route.yaml': [
    k8s.object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'gateway', {
      spec: {
        parentRefs: [{ name: 'public', namespace: 'gateway-system', sectionName: 'https' }],
        hostnames: [k8s.UNSET],
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
