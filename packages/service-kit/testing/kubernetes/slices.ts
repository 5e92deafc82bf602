import type { V1Endpoint, V1EndpointSlice } from '@kubernetes/client-node';

export interface SlicePod {
  name: string;
  address: string;
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

function endpointOf({
  name,
  address,
  ready = true,
  serving = ready,
  terminating = false,
}: SlicePod): V1Endpoint {
  return {
    addresses: [address],
    conditions: { ready: ready && !terminating, serving, terminating },
    targetRef: { kind: 'Pod', name, namespace: 'games' },
  };
}

/** Returns an EndpointSlice of the service `realtime` in the namespace `games`, as the controller writes it. */
export function sliceOf(
  name: string,
  pods: readonly SlicePod[],
  options: { port?: number; service?: string; addressType?: string } = {},
): V1EndpointSlice {
  const { port = 3000, service = 'realtime', addressType = 'IPv4' } = options;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, namespace: 'games', labels: { 'kubernetes.io/service-name': service } },
    addressType,
    ports: [{ name: 'http', port, protocol: 'TCP' }],
    endpoints: pods.map(endpointOf),
  };
}
