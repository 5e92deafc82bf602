import type { V1Endpoint, V1EndpointSlice } from '@kubernetes/client-node';

/** One pod behind a service. */
export interface ServiceEndpoint {
  pod: string;
  /** Base URL without a trailing slash. */
  url: string;
  /** The pod is ready and not terminating. */
  isOpen: boolean;
}

interface Found extends ServiceEndpoint {
  isTerminating: boolean;
}

/** Returns the port with this name or number; without one, the first. */
function portIn(slice: V1EndpointSlice, wanted: string | undefined): number | undefined {
  const ports = slice.ports ?? [];
  const port =
    wanted === undefined
      ? ports[0]
      : ports.find(({ name, port }) => name === wanted || String(port) === wanted);
  return port?.port;
}

function hostOf(address: string, addressType: string): string {
  return addressType === 'IPv6' ? `[${address}]` : address;
}

function found(endpoint: V1Endpoint, slice: V1EndpointSlice, port: number): Found[] {
  const { targetRef, addresses, conditions } = endpoint;
  const [address] = addresses;
  if (targetRef?.kind !== 'Pod' || !targetRef.name || address === undefined) return [];
  const isTerminating = conditions?.terminating ?? false;
  return [
    {
      pod: targetRef.name,
      url: `http://${hostOf(address, slice.addressType)}:${port}`,
      // A missing condition counts as ready (discovery.k8s.io/v1, EndpointConditions).
      isOpen: (conditions?.ready ?? true) && !isTerminating,
      isTerminating,
    },
  ];
}

/** Merges two entries of a pod: terminating wins, and the ready entry gives the address. */
function merged(a: Found, b: Found): Found {
  const isTerminating = a.isTerminating || b.isTerminating;
  const entry = b.isOpen && !a.isOpen ? b : a;
  return { ...entry, isTerminating, isOpen: entry.isOpen && !isTerminating };
}

/** Makes the order stable, with IPv4 first: a pod of a dual-stack service has an address of each family. */
function byFamilyAndName(a: V1EndpointSlice, b: V1EndpointSlice): number {
  const keyOf = ({ addressType, metadata }: V1EndpointSlice): string => `${addressType} ${metadata?.name}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

/**
 * Returns the pods of a service from all its EndpointSlices, sorted by name. Includes pods that are not ready, because their
 * sessions still use them. `port`: name or number; without one, the first. Pure.
 */
export function endpointsOf(slices: readonly V1EndpointSlice[], port: string | undefined): ServiceEndpoint[] {
  const pods = new Map<string, Found>();
  for (const slice of slices.toSorted(byFamilyAndName)) {
    const number = portIn(slice, port);
    if (number === undefined || !/^IPv[46]$/.test(slice.addressType)) continue;
    for (const next of (slice.endpoints ?? []).flatMap((endpoint) => found(endpoint, slice, number))) {
      const known = pods.get(next.pod);
      pods.set(next.pod, known === undefined ? next : merged(known, next));
    }
  }
  return [...pods.values()]
    .map(({ pod, url, isOpen }) => ({ pod, url, isOpen }))
    .toSorted((a, b) => (a.pod < b.pod ? -1 : 1));
}
