import type { PlayFlagKind } from '@doushouqi/protocol';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { ReasonForm } from '../parts/ReasonForm.tsx';
import { t } from './texts.ts';

/** Hides a flag, with a reason, until there is new evidence. */
export function DismissForm({ userId, kind }: { userId: string; kind: PlayFlagKind }) {
  const [isOpen, setOpen] = useState(false);
  const { draft, change, discard } = useDraft(`flag:${userId}:${kind}`, { reason: '' });
  const { run, isRunning } = useAction({
    call: (reason: string) => api.dismissFlag({ params: { userId, kind }, body: { reason } }),
    done() {
      toast.success(t('dismissed', { kind: t(`kind.${kind}`) }));
      discard();
    },
  });
  if (!isOpen)
    return (
      <Button small onClick={() => setOpen(true)}>
        {t('dismiss')}
      </Button>
    );
  return (
    <ReasonForm
      label={t('dismissReason')}
      text={draft.reason}
      onText={(text) => change({ reason: text })}
      act={t('dismissNow')}
      onAct={run}
      cancel={t('cancel')}
      onCancel={() => setOpen(false)}
      isRunning={isRunning}
      autoFocus
    />
  );
}
