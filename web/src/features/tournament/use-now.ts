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

/** `38:12`, `1:02:03` for a time in ms. Pure. */
export function durationText(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
