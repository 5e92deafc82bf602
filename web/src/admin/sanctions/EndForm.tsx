import type { SanctionRecord } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { t as decision } from '../decision/texts.ts';
import { ReasonForm } from '../parts/ReasonForm.tsx';
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
  return (
    <ReasonForm
      label={t('endReason')}
      text={draft.reason}
      onText={(text) => change({ reason: text })}
      act={t('endNow', { kind: name })}
      tone="danger"
      onAct={run}
      cancel={t('cancel')}
      onCancel={discard}
      isRunning={isRunning}
    />
  );
}
