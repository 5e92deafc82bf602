import { useEffect, useState } from 'react';

/** How often it is looked at, so that no second is skipped. Milliseconds. */
const TICK = 250;

/** The time by this device, epoch ms, as long as it is needed; drawn once a second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      const next = Date.now();
      setNow((before) => (Math.floor(before / 1000) === Math.floor(next / 1000) ? before : next));
    }, TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
