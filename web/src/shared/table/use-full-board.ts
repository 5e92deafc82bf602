import { useEffect, useState } from 'react';

export interface FullBoard {
  full: boolean;
  enter: () => void;
  leave: () => void;
}

/** Nothing but the board, with the browser's own bars away where it can do that (phones). */
export function useFullBoard(): FullBoard {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = (): void => {
      if (!document.fullscreenElement) setFull(false);
    };
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const enter = (): void => {
    setFull(true);
    // Where this is not allowed the page still shows the board alone.
    document.documentElement.requestFullscreen?.().catch(() => {});
  };
  const leave = (): void => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  return { full, enter, leave };
}
