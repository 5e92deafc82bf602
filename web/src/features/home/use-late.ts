import { useEffect, useState } from 'react';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';

/** A phone loads what can wait after this time, so that it does not delay the first press. Milliseconds. */
const PHONE_LOOKS_AFTER = 10_000;

/** Returns whether parts of home that can wait may load: at once, on phones later. */
export function useLate(): boolean {
  const phone = useMedia(MEDIA.phone);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PHONE_LOOKS_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return isLate || !phone;
}
