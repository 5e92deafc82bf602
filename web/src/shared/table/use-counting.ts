import { useEffect, useState } from 'react';
import { motionAllowed } from '../../board/motion.ts';

/** Easing: fast at first, slow at the end. Pure. @param part of the time, 0–1 */
export function eased(part: number): number {
  return 1 - (1 - part) ** 3;
}

/**
 * Returns a number that counts from one value to another in whole numbers within 700 ms; with reduced motion it changes at once.
 * @param onStep called with each new value
 */
export function useCounting(from: number, to: number, onStep?: (value: number) => void): number {
  const [value, setValue] = useState(from);
  const isStill = from === to || !motionAllowed();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new listener does not restart the count
  useEffect(() => {
    if (isStill) return setValue(to);
    let frame = requestAnimationFrame(step);
    let begun = 0;
    function step(now: number): void {
      begun ||= now;
      const part = Math.min(1, (now - begun) / 700);
      const next = Math.round(from + (to - from) * eased(part));
      setValue(next);
      onStep?.(next);
      if (part < 1) frame = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return isStill ? to : value;
}
