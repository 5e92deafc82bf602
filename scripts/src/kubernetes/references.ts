import type { V1EnvVar, V1Volume } from '@kubernetes/client-node';
import { containersOf, type Manifests, nameOf, selects, titleOf, type Workload } from './objects.ts';

type Holder = 'ConfigMap' | 'Secret';
/** A key of a ConfigMap or a Secret that something asks for; without a key the whole. */
interface Reference {
  from: string;
  kind: Holder;
  name: string | undefined;
  key?: string;
}

function keysOf(manifests: Manifests, kind: Holder, name: string | undefined): string[] | undefined {
  const found = manifests.find(kind, name);
  return found && Object.keys(found.data ?? {});
}

function ofVariable(from: string, { name, valueFrom }: V1EnvVar): Reference[] {
  const { configMapKeyRef, secretKeyRef } = valueFrom ?? {};
  const at = `${from}: ${name}`;
  return [
    ...(configMapKeyRef ? [{ from: at, kind: 'ConfigMap' as const, ...pick(configMapKeyRef) }] : []),
    ...(secretKeyRef ? [{ from: at, kind: 'Secret' as const, ...pick(secretKeyRef) }] : []),
  ];
}

function pick({ name, key }: { name?: string; key: string }): { name: string | undefined; key: string } {
  return { name, key };
}

function ofVolume(from: string, volume: V1Volume): Reference[] {
  const at = `${from}: volume ${volume.name}`;
  const sources = [
    {
      configMap: volume.configMap,
      secret: volume.secret && { ...volume.secret, name: volume.secret.secretName },
    },
    ...(volume.projected?.sources ?? []),
  ];
  return sources.flatMap(({ configMap, secret }) => {
    const held = [
      { kind: 'ConfigMap' as const, source: configMap },
      { kind: 'Secret' as const, source: secret },
    ];
    return held.flatMap(({ kind, source }): Reference[] => {
      if (source === undefined) return [];
      const keys = source.items?.map(({ key }) => key) ?? [undefined];
      return keys.map((key) => ({
        from: at,
        kind,
        name: source.name,
        ...(key === undefined ? {} : { key }),
      }));
    });
  });
}

/** Every ConfigMap and Secret that the pods of a workload read. */
export function referencesOf(workload: Workload): Reference[] {
  const from = `${workload.kind}/${workload.name}`;
  return [
    ...containersOf(workload.pod).flatMap(({ env = [], envFrom = [] }) => [
      ...env.flatMap((variable) => ofVariable(from, variable)),
      ...envFrom.flatMap(({ configMapRef, secretRef }): Reference[] => [
        ...(configMapRef ? [{ from, kind: 'ConfigMap' as const, name: configMapRef.name }] : []),
        ...(secretRef ? [{ from, kind: 'Secret' as const, name: secretRef.name }] : []),
      ]),
    ]),
    ...(workload.pod.volumes ?? []).flatMap((volume) => ofVolume(from, volume)),
  ];
}

/** Every ConfigMap, Secret and key of them that is asked for is there, and none is there for nobody. */
function configurationProblems(manifests: Manifests): string[] {
  const references = manifests.workloads().flatMap(referencesOf);
  const missing = references.flatMap(({ from, kind, name, key }) => {
    const keys = keysOf(manifests, kind, name);
    if (keys === undefined) return [`${from}: there is no ${kind} ${name}`];
    return key === undefined || keys.includes(key) ? [] : [`${from}: ${kind}/${name} has no key ${key}`];
  });
  const unused = (['ConfigMap', 'Secret'] as const).flatMap((kind) =>
    manifests
      .of(kind)
      .filter((object) => !references.some((asked) => asked.kind === kind && asked.name === nameOf(object)))
      .map((object) => `${titleOf(object)}: nobody reads it`),
  );
  return [...missing, ...unused];
}

/** Every workload selects its own pods and no other's. */
function selectorProblems(manifests: Manifests): string[] {
  const workloads = manifests.workloads();
  return workloads.flatMap(({ kind, name, selector }) => {
    if (kind === 'Job') return [];
    const selected = workloads.filter(({ labels }) => selects(selector, labels)).map((other) => other.name);
    return selected.length === 1 && selected[0] === name
      ? []
      : [`${kind}/${name}: its selector means the pods of: ${selected.join(', ') || 'nobody'}`];
  });
}

function portOf(workload: Workload, port: string | number): number | undefined {
  const ports = containersOf(workload.pod).flatMap((container) => container.ports ?? []);
  return ports.find(({ name, containerPort }) => (typeof port === 'string' ? name : containerPort) === port)
    ?.containerPort;
}

/** Every Service leads to the pods of one workload, on ports that they have. */
function serviceProblems(manifests: Manifests): string[] {
  return manifests.of('Service').flatMap((service) => {
    const title = titleOf(service);
    const { selector = {}, ports = [] } = service.spec ?? {};
    const targets = manifests.workloads().filter(({ labels }) => selects({ matchLabels: selector }, labels));
    const [target] = targets;
    if (target === undefined || targets.length > 1)
      return [`${title}: its selector means ${targets.map(({ name }) => name).join(', ') || 'nobody'}`];
    return ports
      .map(({ port, targetPort = port }) => targetPort)
      .filter((port) => portOf(target, port) === undefined)
      .map((port) => `${title}: ${target.kind}/${target.name} has no port ${port}`);
  });
}

function ingressProblems(manifests: Manifests): string[] {
  return manifests.of('Ingress').flatMap((ingress) =>
    (ingress.spec?.rules ?? [])
      .flatMap(({ http }) => http?.paths ?? [])
      .flatMap(({ backend: { service } }) => {
        const found = manifests.find('Service', service?.name);
        if (found === undefined) return [`${titleOf(ingress)}: there is no Service ${service?.name}`];
        const { name, number } = service?.port ?? {};
        const there = found.spec?.ports?.some((port) => (name ? port.name === name : port.port === number));
        return there ? [] : [`${titleOf(ingress)}: ${titleOf(found)} has no port ${name ?? number}`];
      }),
  );
}

function autoscalerProblems(manifests: Manifests): string[] {
  const targets = manifests.of('HorizontalPodAutoscaler').map((scaler) => ({
    scaler,
    target: scaler.spec?.scaleTargetRef,
  }));
  return targets.flatMap(({ scaler, target }) => {
    const title = titleOf(scaler);
    const found = manifests
      .workloads()
      .find(({ kind, name }) => kind === target?.kind && name === target.name);
    if (found === undefined) return [`${title}: there is no ${target?.kind} ${target?.name}`];
    const { minReplicas = 1, maxReplicas = 0, metrics = [] } = scaler.spec ?? {};
    const resources = metrics.flatMap(({ resource }) => (resource ? [resource.name] : []));
    const unasked = resources.filter((name) =>
      containersOf(found.pod).some(({ resources: wanted }) => wanted?.requests?.[name] === undefined),
    );
    return [
      ...(minReplicas > maxReplicas ? [`${title}: at least ${minReplicas}, at most ${maxReplicas}`] : []),
      ...(metrics.length === 0 ? [`${title}: it goes by no metric`] : []),
      ...unasked.map((name) => `${title}: ${found.name} requests no ${name}, of which it would be a share`),
    ];
  });
}

function budgetProblems(manifests: Manifests): string[] {
  return manifests.of('PodDisruptionBudget').flatMap((budget) => {
    const meant = manifests.workloads().filter(({ labels }) => selects(budget.spec?.selector, labels));
    return meant.length === 1
      ? []
      : [`${titleOf(budget)}: its selector means ${meant.map(({ name }) => name).join(', ') || 'nobody'}`];
  });
}

/** A policy that means nobody, or a port that nobody has, is a slip: it lets through less or more than it says. */
function policyProblems(manifests: Manifests): string[] {
  return manifests.of('NetworkPolicy').flatMap((policy) => {
    const title = titleOf(policy);
    const { podSelector = {}, ingress = [] } = policy.spec ?? {};
    const meant = manifests.workloads().filter(({ labels }) => selects(podSelector, labels));
    if (meant.length === 0) return [`${title}: its selector means nobody`];
    const ports = ingress
      .flatMap((rule) => rule.ports ?? [])
      .flatMap(({ port }) => (port === undefined ? [] : [port]));
    const peers = [
      ...ingress.flatMap(({ from = [] }) => from),
      ...(policy.spec?.egress ?? []).flatMap(({ to = [] }) => to),
    ];
    const strangers = peers.filter(
      ({ podSelector: peer, namespaceSelector }) =>
        peer !== undefined &&
        namespaceSelector === undefined &&
        !manifests.workloads().some(({ labels }) => selects(peer, labels)),
    );
    return [
      ...ports
        .filter((port) => meant.every((workload) => portOf(workload, port) === undefined))
        .map((port) => `${title}: none of ${meant.map(({ name }) => name).join(', ')} has a port ${port}`),
      ...strangers.map(({ podSelector: peer }) => `${title}: nobody has the labels ${JSON.stringify(peer)}`),
    ];
  });
}

/** Accounts and roles that are named are there, and none is there for nobody. */
function accountProblems(manifests: Manifests): string[] {
  const workloads = manifests.workloads();
  const bindings = manifests.of('RoleBinding');
  return [
    ...workloads
      .filter(({ pod }) => manifests.find('ServiceAccount', pod.serviceAccountName) === undefined)
      .map(({ name, pod }) => `${name}: there is no ServiceAccount ${pod.serviceAccountName}`),
    ...manifests
      .of('ServiceAccount')
      .filter((account) => !workloads.some(({ pod }) => pod.serviceAccountName === nameOf(account)))
      .map((account) => `${titleOf(account)}: nobody uses it`),
    ...bindings.flatMap((binding) => [
      ...(manifests.find('Role', binding.roleRef.name)
        ? []
        : [`${titleOf(binding)}: there is no Role ${binding.roleRef.name}`]),
      ...(binding.subjects ?? [])
        .filter(({ name }) => manifests.find('ServiceAccount', name) === undefined)
        .map(({ name }) => `${titleOf(binding)}: there is no ServiceAccount ${name}`),
    ]),
    ...manifests
      .of('ValidatingAdmissionPolicyBinding')
      .filter(({ spec }) => manifests.find('ValidatingAdmissionPolicy', spec?.policyName) === undefined)
      .map(
        (binding) => `${titleOf(binding)}: there is no ValidatingAdmissionPolicy ${binding.spec?.policyName}`,
      ),
  ];
}

function volumeProblems(manifests: Manifests): string[] {
  return manifests.workloads().flatMap(({ kind, name, pod }) => {
    const claims =
      kind === 'StatefulSet' ? (manifests.find(kind, name)?.spec?.volumeClaimTemplates ?? []) : [];
    const there = [...(pod.volumes ?? []).map((volume) => volume.name), ...claims.map(nameOf)];
    const mounted = containersOf(pod).flatMap(({ volumeMounts = [] }) =>
      volumeMounts.map((mount) => mount.name),
    );
    return [
      ...mounted
        .filter((volume) => !there.includes(volume))
        .map((volume) => `${kind}/${name}: there is no volume ${volume}`),
      ...there
        .filter((volume) => !mounted.includes(volume))
        .map((volume) => `${kind}/${name}: nobody mounts the volume ${volume}`),
    ];
  });
}

/** Everything that an object says about another one is true. One line for each thing that is not. */
export function referenceProblems(manifests: Manifests): string[] {
  return [
    selectorProblems,
    serviceProblems,
    ingressProblems,
    autoscalerProblems,
    budgetProblems,
    policyProblems,
    accountProblems,
    configurationProblems,
    volumeProblems,
  ].flatMap((check) => check(manifests));
}
