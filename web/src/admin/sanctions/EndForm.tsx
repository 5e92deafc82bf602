import { MAX_REASON, type SanctionRecord } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { t as decision } from '../decision/texts.ts';
import { TextArea } from '../parts/fields.tsx';
import styles from './SanctionList.module.css';
import { t } from './texts.ts';

/** Ends an active sanction early, with a reason. */
export function EndForm({ sanction: { id, kind } }: { sanction: SanctionRecord }) {
  const { draft, change, discard } = useDraft(`end:${id}`, { isOpen: false, reason: '' });
  const name = decision(`kind.${kind}`);
  const { run, isRunning } = useAction({
    call: (reason: string) => api.endSanction({ params: { sanctionId: id }, body: { reason } }),
    done() {
      toast.success(t('done', { kind: name }));
      discard();
    },
  });
  if (!draft.isOpen)
    return (
      <div className={styles.buttons}>
        <Button small tone="danger" onClick={() => change({ isOpen: true })}>
          {t('end')}
        </Button>
      </div>
    );
  const reason = draft.reason.trim();
  return (
    <form
      className={styles.end}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== '') run(reason);
      }}
    >
      <TextArea
        label={t('endReason')}
        rows={2}
        maxLength={MAX_REASON}
        value={draft.reason}
        onText={(text) => change({ reason: text })}
      />
      <div className={styles.buttons}>
        <Button small onClick={discard}>
          {t('cancel')}
        </Button>
        <Button small type="submit" tone="danger" disabled={reason === ''} busy={isRunning}>
          {t('endNow', { kind: name })}
        </Button>
      </div>
    </form>
  );
}
