import { useEffect, useState } from 'react';
import { serverNow } from '../../client/time.ts';

/** Returns the server's time, epoch ms, renewed each second. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
