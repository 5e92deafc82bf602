import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

type Source = Record<string, string | undefined>;

const ROOTS: Record<string, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

/**
 * Returns the sampler that the standard variables `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name, by
 * default `parentbased_always_on`. Throws for another name and for a ratio outside 0 to 1.
 */
export function samplerOf(env: Source): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  const byParent = name.startsWith('parentbased_');
  const make = ROOTS[byParent ? name.slice('parentbased_'.length) : name];
  if (make === undefined) throw new RangeError(`OTEL_TRACES_SAMPLER is not a sampler: ${name}`);
  if (!(ratio >= 0 && ratio <= 1)) throw new RangeError('OTEL_TRACES_SAMPLER_ARG is not a ratio from 0 to 1');
  const root = make(ratio);
  return byParent ? new ParentBasedSampler({ root }) : root;
}
