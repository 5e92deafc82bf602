import { useEffect, useState } from 'react';
import { motionAllowed } from '../../board/motion.ts';

/** Time in which a rating counts to its new value. Milliseconds. */
const COUNTING = 700;

/** Easing: fast at first, slow at the end. Pure. @param part of the time, 0–1 */
export function eased(part: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, part))) ** 3;
}

/**
 * Returns a number that counts from one value to another in whole numbers; with reduced motion it changes at once.
 * @param onStep called with each new value
 */
export function useCounting(from: number, to: number, onStep: (value: number) => void): number {
  const [value, setValue] = useState(() => (motionAllowed() ? from : to));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new listener does not restart the count
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
