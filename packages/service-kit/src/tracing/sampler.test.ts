import { describe, expect, test } from 'vitest';
import { samplerOf } from './sampler.ts';
import { serviceOfEntry } from './service-name.ts';

describe('the sampler', () => {
  test.each([
    [{}, 'ParentBased{root=AlwaysOnSampler'],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, 'AlwaysOffSampler'],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, 'TraceIdRatioBased{0.25}'],
    [
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      'ParentBased{root=TraceIdRatioBased{0.1}',
    ],
  ])('maps %j to %s', (env, name) => {
    expect(samplerOf(env).toString()).toContain(name);
  });

  test.each([{ OTEL_TRACES_SAMPLER: 'sometimes' }, { OTEL_TRACES_SAMPLER_ARG: '7' }])('refuses %j', (env) => {
    expect(() => samplerOf(env)).toThrow(RangeError);
  });
});

test.each([
  ['/app/services/realtime/src/main.ts', 'realtime'],
  ['/app/gateway/src/main.ts', 'gateway'],
  ['/app/packages/embedded-mongo/src/main.ts', null],
])('the entry file %s belongs to the service %s', (entry, service) => {
  expect(serviceOfEntry(entry)).toBe(service);
});
