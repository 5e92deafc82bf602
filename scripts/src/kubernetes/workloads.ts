import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { OPERATIONS_ROUTES, SHUTDOWN_DEADLINE_MS } from '@doushouqi/service-kit';
import type { V1Container, V1Probe } from '@kubernetes/client-node';
import { containersOf, type Manifests, nameOf, selects, type Workload } from './objects.ts';

/** What each kind of probe asks. */
const PROBES = {
  startupProbe: OPERATIONS_ROUTES.health,
  readinessProbe: OPERATIONS_ROUTES.ready,
  livenessProbe: OPERATIONS_ROUTES.health,
} as const;

/** Every process of ours that a cluster runs all the time. */
const PARTS = [...SERVICE_NAMES, 'gateway'] as const;

function serviceOf(name: string): (typeof SERVICE_NAMES)[number] | undefined {
  return SERVICE_NAMES.find((service) => service === name);
}

/** The port on which a process of ours answers `/healthz` and `/readyz`. */
function httpPortOf(container: V1Container): string | undefined {
  return container.env?.find(({ name }) => name === 'PORT')?.value;
}

function probeProblems(at: string, container: V1Container, kind: keyof typeof PROBES): string[] {
  const probe: V1Probe | undefined = container[kind];
  const { httpGet } = probe ?? {};
  if (httpGet === undefined) return [`${at}: no ${kind} over HTTP`];
  const port = container.ports?.find(({ name, containerPort }) =>
    typeof httpGet.port === 'string' ? name === httpGet.port : containerPort === httpGet.port,
  );
  return [
    ...(httpGet.path === PROBES[kind] ? [] : [`${at}: ${kind} asks ${httpGet.path}, not ${PROBES[kind]}`]),
    ...(port === undefined ? [`${at}: ${kind} asks port ${httpGet.port}, which there is not`] : []),
    ...(port !== undefined && String(port.containerPort) !== httpPortOf(container)
      ? [`${at}: ${kind} asks port ${port.containerPort}, but PORT is ${httpPortOf(container)}`]
      : []),
  ];
}

/** The pause before the signal and the time for an ordered end fit into the time until the process is killed. */
function endingProblems({ name, pod }: Workload): string[] {
  const [container] = pod.containers;
  const pause = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const needed = pause + SHUTDOWN_DEADLINE_MS / 1000;
  const granted = pod.terminationGracePeriodSeconds ?? 30;
  return [
    ...(pause > 0 ? [] : [`${name}: no pause before the end; requests still come`]),
    ...(granted > needed ? [] : [`${name}: killed after ${granted} s, but it may need ${needed} s`]),
  ];
}

/** What the `restricted` standard asks, and a root file system that nobody writes to. */
function containerProblems(at: string, container: V1Container): string[] {
  const { securityContext: context = {}, resources = {}, image = '' } = container;
  const [, tag] = /[:@]([^/]+)$/.exec(image) ?? [];
  const wrong = {
    'may gain privileges': context.allowPrivilegeEscalation !== false,
    'has a root file system that can be written': context.readOnlyRootFilesystem !== true,
    'has capabilities':
      context.capabilities?.drop?.includes('ALL') !== true || context.capabilities.add !== undefined,
    'requests no cpu': resources.requests?.cpu === undefined,
    'requests no memory': resources.requests?.memory === undefined,
    'has no limit of memory': resources.limits?.memory === undefined,
    [`has the image ${image}, without a version`]: tag === undefined || tag === 'latest',
  };
  return Object.entries(wrong).flatMap(([problem, is]) =>
    is ? [`${at}: ${container.name} ${problem}`] : [],
  );
}

function podProblems(workload: Workload, manifests: Manifests): string[] {
  const { kind, name, pod } = workload;
  const at = `${kind}/${name}`;
  const { securityContext: context = {} } = pod;
  const bound = manifests
    .of('RoleBinding')
    .some(({ subjects = [] }) => subjects.some((subject) => subject.name === pod.serviceAccountName));
  return [
    ...(context.runAsNonRoot === true ? [] : [`${at}: may run as root`]),
    ...(context.seccompProfile?.type === 'RuntimeDefault' ? [] : [`${at}: no seccomp profile`]),
    ...(pod.automountServiceAccountToken === bound
      ? []
      : [`${at}: ${bound ? 'has a Role and no token' : 'has a token without a Role'}`]),
    ...(pod.enableServiceLinks === false ? [] : [`${at}: the Services are written into its environment`]),
    ...containersOf(pod).flatMap((container) => containerProblems(at, container)),
  ];
}

/** How one of our own parts is deployed. */
function deploymentProblems(part: string, manifests: Manifests): string[] {
  const deployment = manifests.find('Deployment', part);
  const workload = manifests.workloads().find(({ kind, name }) => kind === 'Deployment' && name === part);
  if (deployment === undefined || workload === undefined)
    return [`${part}: is in the list of services, but has no Deployment (k8s/base/${part}.yaml)`];
  const { strategy, replicas } = deployment.spec!;
  const scaler = manifests
    .of('HorizontalPodAutoscaler')
    .find(({ spec }) => spec?.scaleTargetRef.name === part);
  const spread = workload.pod.topologySpreadConstraints ?? [];
  const [container] = workload.pod.containers;
  const missing = {
    Service: manifests.find('Service', part) === undefined,
    HorizontalPodAutoscaler: scaler === undefined,
    PodDisruptionBudget: !manifests
      .of('PodDisruptionBudget')
      .some(({ spec }) => selects(spec?.selector, workload.labels)),
  };
  const wrong = {
    'goes down before another is up': strategy?.rollingUpdate?.maxUnavailable !== 0,
    'has a number of replicas, which each deploy would set back':
      scaler !== undefined && replicas !== undefined,
    'is not spread over machines': !spread.some(
      ({ topologyKey }) => topologyKey === 'kubernetes.io/hostname',
    ),
  };
  return [
    ...Object.entries(missing).flatMap(([kind, is]) => (is ? [`${part}: has no ${kind}`] : [])),
    ...Object.entries(wrong).flatMap(([problem, is]) => (is ? [`${part}: ${problem}`] : [])),
    ...endingProblems(workload),
    ...(Object.keys(PROBES) as (keyof typeof PROBES)[]).flatMap((kind) =>
      container === undefined ? [] : probeProblems(part, container, kind),
    ),
  ];
}

/** Nodes are found one by one, so their Service has no address of its own; all others have one. */
function addressProblems(part: string, manifests: Manifests): string[] {
  const service = manifests.find('Service', part);
  const name = serviceOf(part);
  const wanted = name !== undefined && factsOf(name).nodes === true;
  const headless = service?.spec?.clusterIP === 'None';
  return service === undefined || headless === wanted
    ? []
    : [`${part}: its Service ${wanted ? 'hides the nodes behind one address' : 'has no address'}`];
}

/** Who has collections has them prepared by the Job, with its own image and its own code. */
function preparationProblems(manifests: Manifests): string[] {
  const wanted = SERVICE_NAMES.filter((name) => factsOf(name).needs.includes('mongodb'));
  const containers = manifests.find('Job', 'indexes')?.spec?.template.spec?.containers ?? [];
  const image = (name: string) =>
    manifests.find('Deployment', name)?.spec?.template.spec?.containers[0]?.image;
  const missing = wanted.flatMap((name) => {
    const found = containers.find((container) => container.name === name);
    if (found === undefined) return [`Job/indexes: prepares nothing for ${name}`];
    const command = ['node', `services/${name}/src/prepare.ts`];
    return found.command?.join(' ') === command.join(' ') && found.image === image(name)
      ? []
      : [`Job/indexes: ${name} does not run \`${command.join(' ')}\` of ${image(name)}`];
  });
  const foreign = containers.filter(({ name }) => !wanted.some((service) => service === name));
  return [...missing, ...foreign.map(({ name }) => `Job/indexes: ${name} has no collections`)];
}

/** Every part of the product is there and is run as it must be. One line for each thing that is not so. */
export function workloadProblems(manifests: Manifests): string[] {
  const foreign = manifests
    .of('Deployment')
    .filter((object) => !PARTS.some((part) => part === nameOf(object)));
  return [
    ...PARTS.flatMap((part) => [...deploymentProblems(part, manifests), ...addressProblems(part, manifests)]),
    ...foreign.map((object) => `${nameOf(object)}: has a Deployment, but is not in the list of services`),
    ...manifests.workloads().flatMap((workload) => podProblems(workload, manifests)),
    ...preparationProblems(manifests),
  ];
}
