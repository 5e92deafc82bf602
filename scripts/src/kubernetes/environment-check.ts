import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import type { V1Container } from '@kubernetes/client-node';
import { environmentSchemas } from '../generate/environment.ts';
import { type Role, wiredVariables } from '../platform/environment.ts';
import { type Manifests, nameOf } from './objects.ts';

/** Set by `npm start` for what a cluster does in another way. */
const NOT_IN_A_CLUSTER = ['REALTIME_NODES'];
const SCHEMAS = await environmentSchemas();
/** All that the work of a Job needs. */
const JOB_NEEDS = ['MONGODB_URL'];

/** The variables of a container, those of its ConfigMaps and Secrets too, and whether each is there for another one's value only. */
function variablesOf(container: V1Container, manifests: Manifests): Map<string, { helper: boolean }> {
  const { env = [], envFrom = [] } = container;
  const taken = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...Object.keys(manifests.find('ConfigMap', configMapRef?.name)?.data ?? {}),
    ...Object.keys(manifests.find('Secret', secretRef?.name)?.data ?? {}),
  ]);
  const isHelper = (name: string) => env.some(({ value = '' }) => value.includes(`$(${name})`));
  return new Map([
    ...taken.map((name): [string, { helper: boolean }] => [name, { helper: false }]),
    ...env.map(({ name }): [string, { helper: boolean }] => [name, { helper: isHelper(name) }]),
  ]);
}

function differences(
  at: string,
  role: string,
  container: V1Container,
  manifests: Manifests,
  needed: string[],
): string[] {
  const set = variablesOf(container, manifests);
  const read = Object.keys(SCHEMAS.get(role)?.shape ?? {});
  return [
    ...needed.filter((name) => !set.has(name)).map((name) => `${at}: ${name} is not set`),
    ...[...set]
      .filter(([name, { helper }]) => !helper && !read.includes(name))
      .map(([name]) => `${at}: ${name} is set, but ${role} does not read it`),
  ];
}

function neededBy(role: Role): string[] {
  return wiredVariables(role).filter((name) => !NOT_IN_A_CLUSTER.includes(name));
}

/** Addresses are those of Services and their ports. */
function addressProblems(at: string, container: V1Container, manifests: Manifests): string[] {
  return (container.env ?? []).flatMap(({ name, value }) => {
    const url = /^http:\/\/([^:/]+):(\d+)$/.exec(value ?? '');
    if (url === null)
      return name.endsWith('_URL') && value !== undefined ? [`${at}: ${name} is no address`] : [];
    const [, host, port] = url;
    const service = manifests.find('Service', host);
    const answers = service?.spec?.ports?.some((offered) => String(offered.port) === port);
    const isIts = `${host?.toUpperCase()}_URL` === name;
    return answers && isIts ? [] : [`${at}: ${name} is ${value}, where there is no such Service and port`];
  });
}

/** `namespace/service:port` names the nodes' own Service, and the endpoints in it bear the nodes' names. */
function nodesProblems(manifests: Manifests): string[] {
  const containerOf = (name: string) =>
    manifests.find('Deployment', name)?.spec?.template.spec?.containers[0];
  const variable = (part: string, name: string) =>
    containerOf(part)?.env?.find((found) => found.name === name);
  const value = variable('gateway', 'REALTIME_SERVICE')?.value ?? '';
  const [, service, port] = /^\$\(POD_NAMESPACE\)\/([^:]+):(.+)$/.exec(value) ?? [];
  const nodes = SERVICE_NAMES.filter((name) => factsOf(name).nodes);
  const found = manifests.find('Service', service)?.spec?.ports?.some(({ name }) => name === port);
  const isThere = found && nodes.some((name) => name === service);
  return [
    ...(isThere ? [] : [`gateway: REALTIME_SERVICE is ${value || 'not set'}, where there are no nodes`]),
    ...nodes
      .filter((name) => variable(name, 'NODE_ID')?.valueFrom?.fieldRef?.fieldPath !== 'metadata.name')
      .map((name) => `${name}: NODE_ID is not the name of the pod`),
  ];
}

/** Every process has the variables that it needs, and none that it does not read. One line for each that is wrong. */
export function environmentProblems(manifests: Manifests): string[] {
  const parts = [...SERVICE_NAMES, 'gateway'] as const;
  const processes = parts.flatMap((part) => {
    const [container] = manifests.find('Deployment', part)?.spec?.template.spec?.containers ?? [];
    if (container === undefined) return [];
    return [
      ...differences(part, part, container, manifests, neededBy(part)),
      ...addressProblems(part, container, manifests),
    ];
  });
  const jobs = manifests
    .of('Job')
    .flatMap((job) =>
      (job.spec?.template.spec?.containers ?? []).flatMap((container) =>
        differences(`${nameOf(job)}/${container.name}`, container.name, container, manifests, JOB_NEEDS),
      ),
    );
  return [...processes, ...jobs, ...nodesProblems(manifests)];
}
