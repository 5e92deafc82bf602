import { type Decision, PHASES } from './decisions.ts';

/** Numbers of a packed decision. */
const FIELDS = 6;
/** Stands for an unknown time. */
const UNKNOWN = -1;

/** Packs decisions into numbers, as they are stored: a hundred bytes for each four or five. */
export function packDecisions(decisions: readonly Decision[]): number[] {
  return decisions.flatMap(({ phase, clarity, quality, loss, isBehind, ms }) => [
    PHASES.indexOf(phase),
    clarity,
    quality,
    Math.round(loss),
    Number(isBehind),
    ms === null ? UNKNOWN : Math.round(ms),
  ]);
}

/** Unpacks what `packDecisions` made. */
export function unpackDecisions(packed: readonly number[]): Decision[] {
  return Array.from({ length: packed.length / FIELDS }, (_, n): Decision => {
    const [phase, clarity, quality, loss, isBehind, ms] = packed.slice(n * FIELDS) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return {
      phase: PHASES[phase]!,
      ...{ clarity, quality, loss },
      isBehind: isBehind === 1,
      ms: ms === UNKNOWN ? null : ms,
    };
  });
}
