import { MAX_REASON, type PlayFlagKind } from '@doushouqi/protocol';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { TextArea } from '../parts/fields.tsx';
import styles from './FairPlay.module.css';
import { t } from './texts.ts';

/** Hides a flag, with a reason, until there is new evidence. */
export function DismissForm({ userId, kind }: { userId: string; kind: PlayFlagKind }) {
  const [isOpen, setOpen] = useState(false);
  const { draft, change, discard } = useDraft(`flag:${userId}:${kind}`, { reason: '' });
  const reason = draft.reason.trim();
  const { run, isRunning } = useAction({
    call: (_: null) => api.dismissFlag({ params: { userId, kind }, body: { reason } }),
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
    <form
      className={styles.dismiss}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== '') run(null);
      }}
    >
      <TextArea
        label={t('dismissReason')}
        maxLength={MAX_REASON}
        rows={2}
        value={draft.reason}
        disabled={isRunning}
        autoFocus
        onText={(text) => change({ reason: text })}
      />
      <div className={styles.buttons}>
        <Button small onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
        <Button small type="submit" disabled={reason === ''} busy={isRunning}>
          {t('dismissNow')}
        </Button>
      </div>
    </form>
  );
}
