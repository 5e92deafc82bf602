import { useEffect, useState } from 'react';
import { serverNow } from './time.ts';

/** Milliseconds between two reads of the time, so that every second is shown. */
const TICK = 250;

/** Returns the server's time, epoch ms; renders once a second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => {
      const next = serverNow();
      setNow((before) => (Math.floor(before / 1000) === Math.floor(next / 1000) ? before : next));
    }, TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
