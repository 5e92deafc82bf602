import { MAX_REASON } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import type { Review } from '../core/queries.ts';
import { useAction } from '../core/query.ts';
import { measureOf, measureText } from '../decision/measures.ts';
import { TextArea } from '../parts/fields.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { subjectText } from '../sanctions/subject.ts';
import styles from './ReviewsPage.module.css';
import { t } from './texts.ts';

export interface ReviewFormProps {
  review: Review;
  /** Runs after the decision. */
  done: () => void;
}

/** Approves or refuses what another operator imposed. */
export function PendingForm({ review, done }: ReviewFormProps) {
  const { sanction, mayDecide } = review;
  const name = subjectText(review);
  const { id: sanctionId } = sanction;
  const { draft, change, discard } = useDraft(`pending:${sanctionId}`, { reason: '' });
  const reason = draft.reason.trim();
  const what = measureText(measureOf(sanction));
  const { run, isRunning } = useAction({
    call: (approve: boolean) => api.decideSanction({ params: { sanctionId }, body: { approve, reason } }),
    done(_, approve) {
      toast.success(t(approve ? 'pending.approved' : 'pending.refused', { name, what }));
      discard();
      done();
    },
  });
  return (
    <Panel fills title={t('pending.title')}>
      {mayDecide ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason !== '') run(true);
          }}
        >
          <p className={styles.hint}>{t('pending.lead')}</p>
          <TextArea
            label={t('pending.reason')}
            maxLength={MAX_REASON}
            value={draft.reason}
            disabled={isRunning}
            onText={(text) => change({ reason: text })}
          />
          <div className={styles.buttons}>
            <Button small disabled={reason === '' || isRunning} onClick={() => run(false)}>
              {t('pending.refuse')}
            </Button>
            <Button small type="submit" tone="primary" disabled={reason === ''} busy={isRunning}>
              {t('pending.approve', { what })}
            </Button>
          </div>
        </form>
      ) : (
        <Notice icon="lock-key" text={t('pending.others')} />
      )}
    </Panel>
  );
}
