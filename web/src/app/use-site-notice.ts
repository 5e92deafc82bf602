import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { realtime } from '../client/realtime.ts';
import { SITE_KEYS, useSite } from '../shared/site/use-site.ts';

/**
 * Delay after the event of a change: until then every process has the settings. All clients hear of it at once, so that it is
 * spread. Milliseconds.
 */
const SETTLED = 2_000;
const SPREAD = 3_000;

/**
 * Follows what the operators set: loads it again after a change, and after a connect, before which there were no events.
 * Returns whether there is something to say above every page (`SiteSlip`), which it asks once the page is `settled`.
 */
export function useSiteNotice(settled: boolean): boolean {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = (): void => {
      for (const queryKey of SITE_KEYS) void queries.invalidateQueries({ queryKey });
    };
    const reloadLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(reload, SETTLED + Math.random() * SPREAD);
    };
    const stops = [realtime.onPersonal('siteChanged', reloadLater), realtime.onConnected(reloadLater)];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, [queries]);
  const site = useSite(settled);
  return site !== undefined && (site.maintenance !== null || site.readOnly);
}
