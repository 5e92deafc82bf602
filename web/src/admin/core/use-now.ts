import { useEffect, useState } from 'react';
import { serverNow } from '../../client/time.ts';

/** Milliseconds between two looks at the clock. */
const TICK = 10_000;

/** Returns the server's time, epoch ms, updated every ten seconds. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
