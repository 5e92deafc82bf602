import { useEffect, useState } from 'react';
import { motionAllowed } from '../../board/motion.ts';

/** Time that a rating takes to count to its new value (look §11). Milliseconds. */
const COUNTING = 700;

/** Fast first, slow at the end. Pure. @param part of the time, 0–1 */
export function eased(part: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;
}

/**
 * A number on its way from one value to another, in whole numbers; at once for those who mind motion.
 * @param onStep called with each new value that was passed
 */
export function useCounting(from: number, to: number, onStep: (value: number) => void): number {
  const [value, setValue] = useState(() => (motionAllowed() ? from : to));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a count is not begun anew because its listener is new
  useEffect(() => {
    if (!motionAllowed()) {
      setValue(to);
      return;
    }
    let frame = 0;
    const begun = performance.now();
    const step = (now: number): void => {
      const part = (now - begun) / COUNTING;
      const next = Math.round(from + (to - from) * eased(part));
      setValue(next);
      onStep(next);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return value;
}
