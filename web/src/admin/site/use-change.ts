import type { SiteChange, SiteSettings, SiteState } from '@doushouqi/protocol';
import { useRef, useState } from 'react';
import { randomId } from '../../client/random-id.ts';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useAction } from '../core/query.ts';
import { useOperator } from '../core/session.ts';

import { t } from './texts.ts';

/** A change that waits for its reason. */
export interface Asked {
  /** The action, on the button and in the title. */
  act: string;
  /** What follows from it. */
  hint?: string;
  /** From the latest settings: another operator may have changed them meanwhile. */
  change: (settings: SiteSettings) => SiteChange;
  done?: () => void;
}

export type Ask = (asked: Asked) => void;

/** Changes of the settings: each asks for a reason first. `mayChange`: only operators may. */
export function useChange({ settings, version }: Pick<SiteState, 'settings' | 'version'>) {
  const mayChange = useOperator().role === 'operator';
  const [asked, setAsked] = useState<Asked | null>(null);
  // One for each question, so that a second press and a lost reply count once.
  const id = useRef('');
  const { run, isRunning } = useAction({
    call: ({ change, reason }: { change: SiteChange; reason: string }) =>
      api.changeSite({ body: { id: id.current, version, change, reason } }),
    done() {
      toast.success(t('done'));
      asked?.done?.();
      setAsked(null);
    },
  });
  const ask: Ask = (next) => {
    id.current = randomId(12);
    setAsked(next);
  };
  return {
    mayChange,
    asked,
    isRunning,
    ask,
    cancel: () => setAsked(null),
    confirm(reason: string): void {
      if (asked) run({ change: asked.change(settings), reason });
    },
  };
}

export type Change = ReturnType<typeof useChange>;
