import { SERVICE_NAMES } from '@doushouqi/protocol/server';

/** A cluster on this machine, or the current context of kubectl. */
export type ClusterTool = 'kind' | 'k3d' | 'minikube' | 'context';

/** A step of the trial: its title and its command. */
export interface Step {
  title: string;
  command: readonly string[];
}

export const OVERLAY = 'k8s/overlays/local';
const NAMESPACE = 'doushouqi';
const CLUSTER = 'doushouqi';
const TAG = 'local';
/** Images of the local overlay. `operations` creates the users of the stores. */
const SERVICES = ['gateway', ...SERVICE_NAMES, 'operations'];

function imageOf(service: string): string {
  return `doushouqi-${service}:${TAG}`;
}

/** Returns the tool of a trial: the first of kind, k3d and minikube that is installed. Null: none is. */
export function chooseTool(installed: ReadonlySet<string>): ClusterTool | null {
  return (['kind', 'k3d', 'minikube'] as const).find((tool) => installed.has(tool)) ?? null;
}

const CREATE: Readonly<Record<Exclude<ClusterTool, 'context'>, readonly string[]>> = {
  kind: ['kind', 'create', 'cluster', '--name', CLUSTER, '--wait', '120s'],
  k3d: ['k3d', 'cluster', 'create', CLUSTER, '--wait'],
  minikube: ['minikube', 'start', '--profile', CLUSTER, '--cpus', '4', '--memory', '7g'],
};

const LOAD: Readonly<
  Record<Exclude<ClusterTool, 'context'>, (images: readonly string[]) => readonly string[]>
> = {
  kind: (images) => ['kind', 'load', 'docker-image', '--name', CLUSTER, ...images],
  k3d: (images) => ['k3d', 'image', 'import', '--cluster', CLUSTER, ...images],
  minikube: (images) => ['minikube', 'image', 'load', '--profile', CLUSTER, ...images],
};

const DELETE: Readonly<Record<Exclude<ClusterTool, 'context'>, readonly string[]>> = {
  kind: ['kind', 'delete', 'cluster', '--name', CLUSTER],
  k3d: ['k3d', 'cluster', 'delete', CLUSTER],
  minikube: ['minikube', 'delete', '--profile', CLUSTER],
};

/** Returns the name of the kubectl context that a tool creates. */
export function contextOf(tool: Exclude<ClusterTool, 'context'>): string {
  return { kind: `kind-${CLUSTER}`, k3d: `k3d-${CLUSTER}`, minikube: CLUSTER }[tool];
}

export interface TrialOptions {
  tool: ClusterTool;
  /** Whether the cluster exists. */
  exists: boolean;
}

function kubectl(tool: ClusterTool, ...args: readonly string[]): readonly string[] {
  return ['kubectl', ...(tool === 'context' ? [] : ['--context', contextOf(tool)]), ...args];
}

/**
 * Returns the steps from nothing to a running product. With an existing context the images must be where its nodes
 * find them: a registry, or the engine of the node itself. Secrets are written between the two lists.
 */
export function trialSteps({ tool, exists }: TrialOptions): { before: Step[]; after: Step[] } {
  const images = SERVICES.map(imageOf);
  const builds = SERVICES.map((service) => ({
    title: `Building ${service}`,
    command: [
      'docker',
      'build',
      '--build-arg',
      `SERVICE=${service}`,
      '--build-arg',
      'DOWNLOADS=',
      '--tag',
      imageOf(service),
      '.',
    ],
  }));
  const cluster =
    tool === 'context'
      ? []
      : [
          ...(exists ? [] : [{ title: 'Creating the cluster', command: CREATE[tool] }]),
          { title: 'Loading the images', command: LOAD[tool](images) },
        ];
  return {
    before: [...builds, ...cluster],
    after: [
      {
        title: 'Creating the namespace',
        command: kubectl(tool, 'apply', '--server-side', '--filename', 'k8s/base/namespace.yaml'),
      },
      {
        title: 'Removing the last Job',
        command: kubectl(tool, '--namespace', NAMESPACE, 'delete', 'job', 'indexes', '--ignore-not-found'),
      },
      {
        title: 'Applying the manifests',
        command: kubectl(tool, 'apply', '--server-side', '--kustomize', OVERLAY),
      },
      {
        title: 'Waiting for the indexes',
        command: kubectl(
          tool,
          '--namespace',
          NAMESPACE,
          'wait',
          '--for=condition=complete',
          'job/indexes',
          '--timeout=10m',
        ),
      },
      {
        title: 'Waiting for the pods',
        command: kubectl(tool, '--namespace', NAMESPACE, 'rollout', 'status', 'deployment', '--timeout=10m'),
      },
    ],
  };
}

/** Returns the command that removes the trial: the cluster, or the namespace of an existing one. */
export function removalStep(tool: ClusterTool): Step {
  return {
    title: 'Removing the trial',
    command: tool === 'context' ? kubectl(tool, 'delete', 'namespace', NAMESPACE) : DELETE[tool],
  };
}

/** Returns the command that publishes the gateway on a port of this machine, until it is stopped. */
export function forwardStep(tool: ClusterTool, port: number): Step {
  return {
    title: `http://localhost:${port}`,
    command: kubectl(tool, '--namespace', NAMESPACE, 'port-forward', 'service/gateway', `${port}:80`),
  };
}
