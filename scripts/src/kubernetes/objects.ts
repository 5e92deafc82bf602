import type {
  V1ConfigMap,
  V1Container,
  V1Deployment,
  V1Ingress,
  V1Job,
  V1LabelSelector,
  V1Namespace,
  V1NetworkPolicy,
  V1NetworkPolicyPeer,
  V1NetworkPolicyPort,
  V1ObjectMeta,
  V1PodDisruptionBudget,
  V1PodSpec,
  V1Role,
  V1RoleBinding,
  V1Secret,
  V1Service,
  V1ServiceAccount,
  V1StatefulSet,
  V1ValidatingAdmissionPolicy,
  V1ValidatingAdmissionPolicyBinding,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';

export interface IngressRule {
  from?: V1NetworkPolicyPeer[];
  ports?: V1NetworkPolicyPort[];
}
/** The client's type writes `_from` for `from`, which is a reserved word elsewhere. */
export interface NetworkPolicy extends Omit<V1NetworkPolicy, 'spec'> {
  spec?: Omit<NonNullable<V1NetworkPolicy['spec']>, 'ingress'> & { ingress?: IngressRule[] };
}

/** The kinds that the manifests use. */
export interface Kinds {
  Namespace: V1Namespace;
  ServiceAccount: V1ServiceAccount;
  ConfigMap: V1ConfigMap;
  Secret: V1Secret;
  Service: V1Service;
  Deployment: V1Deployment;
  StatefulSet: V1StatefulSet;
  Job: V1Job;
  Ingress: V1Ingress;
  NetworkPolicy: NetworkPolicy;
  HorizontalPodAutoscaler: V2HorizontalPodAutoscaler;
  PodDisruptionBudget: V1PodDisruptionBudget;
  Role: V1Role;
  RoleBinding: V1RoleBinding;
  ValidatingAdmissionPolicy: V1ValidatingAdmissionPolicy;
  ValidatingAdmissionPolicyBinding: V1ValidatingAdmissionPolicyBinding;
}
export type Kind = keyof Kinds;

/** An object as kustomize prints it, of whatever form. */
export interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  metadata?: V1ObjectMeta;
}

export type Labels = Readonly<Record<string, string>>;

/** Something that makes pods, reduced to what the pods are. */
export interface Workload {
  kind: 'Deployment' | 'StatefulSet' | 'Job';
  name: string;
  /** Labels of its pods. */
  labels: Labels;
  /** By which it knows its pods; a Job's is made by the cluster. */
  selector: V1LabelSelector | undefined;
  pod: V1PodSpec;
}

/** `Deployment/auth`, as kubectl writes it. */
export function titleOf({ kind, metadata }: AnyObject): string {
  return `${String(kind)}/${metadata?.name ?? '(no name)'}`;
}

export function nameOf({ metadata }: { metadata?: V1ObjectMeta }): string {
  return metadata?.name ?? '';
}

/** All containers of a pod, those that run first too. */
export function containersOf(pod: V1PodSpec): V1Container[] {
  return [...(pod.initContainers ?? []), ...pod.containers];
}

/** Whether a label selector means these labels. An empty one means all, none at all nothing. */
export function selects(selector: V1LabelSelector | undefined, labels: Labels): boolean {
  if (selector === undefined) return false;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      return operator === 'Exists' ? value !== undefined : value === undefined;
    })
  );
}

/** The objects of one overlay. Their form has been checked (`schema.ts`) before anything is asked of them. */
export class Manifests {
  readonly all: readonly AnyObject[];

  constructor(all: readonly AnyObject[]) {
    this.all = all;
  }

  of<K extends Kind>(kind: K): Kinds[K][] {
    return this.all.filter((object) => object.kind === kind) as Kinds[K][];
  }

  find<K extends Kind>(kind: K, name: string | undefined): Kinds[K] | undefined {
    return this.of(kind).find((object) => nameOf(object) === name);
  }

  workloads(): Workload[] {
    const running = (['Deployment', 'StatefulSet'] as const).flatMap((kind) =>
      this.of(kind).map((object): Workload => {
        const { selector, template } = object.spec!;
        return {
          kind,
          name: nameOf(object),
          labels: template.metadata?.labels ?? {},
          selector,
          pod: template.spec!,
        };
      }),
    );
    const jobs = this.of('Job').map((object): Workload => {
      const { template } = object.spec!;
      return {
        kind: 'Job',
        name: nameOf(object),
        labels: template.metadata?.labels ?? {},
        selector: undefined,
        pod: template.spec!,
      };
    });
    return [...running, ...jobs];
  }
}
