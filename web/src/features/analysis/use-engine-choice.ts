import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { hasDownload } from '../../engine/downloads.ts';
import { pingService } from '../../engine/local-service.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { toast } from '../../ui/toast-store.ts';
import type { ChosenEngine, EngineName } from './engine/chosen.ts';
import { t } from './texts.ts';

/** How often a service that was lost is looked for. Milliseconds. */
const LOOK_MS = 5_000;

/** Chooses an engine; a service that does not answer is offered for download instead (spec §8). */
export function useChooseEngine(engine: ChosenEngine): (name: EngineName) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (name) => {
      if (name === 'service' && !(await pingService())) {
        const isOffered = await hasDownload(navigator.userAgent);
        const isWanted = await confirm({
          type: 'info',
          title: t('engine.missing'),
          message: t(isOffered ? 'engine.download' : 'engine.notOffered'),
          confirmText: t(isOffered ? 'engine.goDownload' : 'engine.showCommand'),
          cancelText: t('engine.later'),
        });
        if (isWanted) navigate('/download/ai');
        else toast.info(t('engine.cheer'));
        return;
      }
      if (name === 'service') engine.heard(true);
      engine.choose(name);
    },
    [engine, navigate],
  );
}

/** While the chosen service does not answer it is looked for; that it was lost and found again is said. */
export function useServiceWatch(engine: ChosenEngine, isOn: boolean): void {
  const { chosen, isThere } = useStore(engine.store);
  const isMissed = isOn && chosen === 'service' && isThere === false;
  const wasMissed = useRef(false);
  useEffect(() => {
    if (isMissed) toast.warning(t('engine.lost'));
    else if (wasMissed.current && isThere) toast.success(t('engine.found'));
    wasMissed.current = isMissed;
  }, [isMissed, isThere]);
  useEffect(() => {
    if (!isMissed) return;
    const timer = setInterval(() => {
      void pingService().then((reply) => reply && engine.heard(true));
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [engine, isMissed]);
}
