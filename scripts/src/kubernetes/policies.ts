import { BlockList, isIPv6 } from 'node:net';
import type { V1NetworkPolicyPeer, V1NetworkPolicyPort } from '@kubernetes/client-node';
import { type IngressRule, type Labels, type NetworkPolicy, selects } from './objects.ts';

/** One end of a connection: a pod, or somebody outside of the cluster, who has neither labels nor a namespace. */
export interface Endpoint {
  name: string;
  ip: string;
  pod?: {
    namespace: string;
    namespaceLabels: Labels;
    labels: Labels;
    /** Names of its ports. */
    ports: Readonly<Record<string, number>>;
  };
}

export type Protocol = 'TCP' | 'UDP';
export type Direction = 'Ingress' | 'Egress';

function inBlock(ip: string, cidr: string): boolean {
  const [network = '', bits] = cidr.split('/');
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  const block = new BlockList();
  block.addSubnet(network, Number(bits), family);
  return block.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** Whether a peer of a policy in `namespace` means an endpoint. */
function meansPeer(peer: V1NetworkPolicyPeer, endpoint: Endpoint, namespace: string): boolean {
  const { ipBlock, namespaceSelector, podSelector } = peer;
  if (ipBlock !== undefined)
    return (
      inBlock(endpoint.ip, ipBlock.cidr) && !(ipBlock.except ?? []).some((cidr) => inBlock(endpoint.ip, cidr))
    );
  const { pod } = endpoint;
  if (pod === undefined) return false;
  const inNamespace =
    namespaceSelector === undefined
      ? pod.namespace === namespace
      : selects(namespaceSelector, pod.namespaceLabels);
  return inNamespace && (podSelector === undefined || selects(podSelector, pod.labels));
}

/** Whether a port of a policy means a port of the endpoint that is called; names are those of the ports of a pod. */
function meansPort(rule: V1NetworkPolicyPort, called: Endpoint, port: number, protocol: Protocol): boolean {
  if ((rule.protocol ?? 'TCP') !== protocol) return false;
  if (rule.port === undefined) return true;
  const first = typeof rule.port === 'string' ? called.pod?.ports[rule.port] : rule.port;
  return first !== undefined && port >= first && port <= (rule.endPort ?? first);
}

interface Rule {
  peers: V1NetworkPolicyPeer[] | undefined;
  ports: V1NetworkPolicyPort[] | undefined;
}

/** The rules of a policy for one direction; undefined where it says nothing about that. */
function rulesOf({ spec }: NetworkPolicy, direction: Direction): Rule[] | undefined {
  const types = spec?.policyTypes ?? ['Ingress', ...(spec?.egress === undefined ? [] : ['Egress'])];
  if (!types.includes(direction)) return undefined;
  return direction === 'Ingress'
    ? (spec?.ingress ?? []).map(({ from, ports }: IngressRule) => ({ peers: from, ports }))
    : (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }));
}

/** Whether a pod's own side lets through a connection with another endpoint, on a port of whoever is called. */
export type Side = (other: Endpoint, port: number, protocol: Protocol) => boolean;

/**
 * What network policies let a pod receive (`Ingress`) or ask for (`Egress`), as `networking.k8s.io/v1` says it: where
 * no policy means the pod everything, else what any rule of those that mean it says. A rule without peers means
 * everybody, one without ports every port. A connection needs both sides.
 */
export function sideOf(policies: readonly NetworkPolicy[], endpoint: Endpoint, direction: Direction): Side {
  const { pod } = endpoint;
  if (pod === undefined) return () => true;
  const about = policies.flatMap((policy) => {
    const here =
      policy.metadata?.namespace === pod.namespace && selects(policy.spec?.podSelector, pod.labels);
    const rules = here ? rulesOf(policy, direction) : undefined;
    return rules === undefined ? [] : [rules];
  });
  if (about.length === 0) return () => true;
  return (other, port, protocol) => {
    const called = direction === 'Egress' ? other : endpoint;
    return about
      .flat()
      .some(
        ({ peers = [], ports = [] }) =>
          (ports.length === 0 || ports.some((rule) => meansPort(rule, called, port, protocol))) &&
          (peers.length === 0 || peers.some((peer) => meansPeer(peer, other, pod.namespace))),
      );
  };
}
