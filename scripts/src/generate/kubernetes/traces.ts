import { ROLES } from '@doushouqi/protocol/server';
import * as k8s from './objects.ts';

const TRACES_PORT = 4_318;

const COMPONENT = k8s.component(
  'Traces of every process, sent to a collector in a namespace that has the label `doushouqi.io/traces: "true"`. An overlay lists it under `components`, and merges another address into these ConfigMaps where the collector is elsewhere.',
  {
    resources: ['network.yaml'],
    configMapGenerator: ROLES.map((name) => ({
      name,
      behavior: 'merge',
      literals: [
        `OTEL_EXPORTER_OTLP_ENDPOINT=http://collector.observability:${TRACES_PORT}`,
        '# One in a hundred: recorded traces cost memory and time.',
        'OTEL_TRACES_SAMPLER=parentbased_traceidratio',
        'OTEL_TRACES_SAMPLER_ARG=0.01',
      ],
    })),
  },
);

const NETWORK = {
  '# To the collector of traces, OTLP over HTTP, for the processes that send some.': null,
  ...k8s.policy(
    'traces',
    { matchExpressions: [{ key: k8s.COMPONENT, operator: 'In', values: ['service', 'gateway'] }] },
    { egress: [{ to: [k8s.namespaceFor('traces')], ports: k8s.ports(TRACES_PORT) }] },
  ),
};

/** Component `traces`, by file. */
export const TRACES: Readonly<Record<string, readonly object[]>> = {
  'components/traces/kustomization.yaml': [COMPONENT],
  'components/traces/network.yaml': [NETWORK],
};
