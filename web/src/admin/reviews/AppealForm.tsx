import { MAX_LETTER, MAX_REASON } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { t as decision } from '../decision/texts.ts';
import { TextArea } from '../parts/fields.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Segments } from '../parts/Segments.tsx';
import { subjectText } from '../sanctions/subject.ts';
import type { ReviewFormProps } from './PendingForm.tsx';
import styles from './ReviewsPage.module.css';
import { t } from './texts.ts';

interface Draft {
  verdict: 'grant' | 'deny' | null;
  /** Null: the template. */
  text: string | null;
  reason: string;
}

const NOTHING: Draft = { verdict: null, text: null, reason: '' };

/** Answers an appeal; granting it ends the sanction. */
export function AppealForm({ review, done }: ReviewFormProps) {
  return (
    <Panel fills title={t('appeals.title')}>
      {review.mayDecide ? (
        <Answer review={review} done={done} />
      ) : (
        <Notice icon="lock-key" text={t('appeals.others')} />
      )}
    </Panel>
  );
}

function Answer({ review, done }: ReviewFormProps) {
  const { sanction } = review;
  const name = subjectText(review);
  const sanctionId = sanction.id;
  const { draft, change, discard } = useDraft(`appeal:${sanctionId}`, NOTHING);
  const { verdict } = draft;
  const template = verdict === null ? '' : t(verdict === 'grant' ? 'appeals.granted' : 'appeals.denied');
  const text = (draft.text ?? template).trim();
  const reason = draft.reason.trim();
  const isReady = verdict !== null && text !== '' && reason !== '';
  const { run, isRunning } = useAction({
    call: (isGranted: boolean) =>
      api.answerAppeal({ params: { sanctionId }, body: { isGranted, text, reason } }),
    done() {
      toast.success(t('appeals.done', { name }));
      discard();
      done();
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) run(verdict === 'grant');
      }}
    >
      <Segments
        legend={t('appeals.verdict')}
        options={(['deny', 'grant'] as const).map((one) => [one, t(`appeals.${one}`)] as const)}
        value={verdict}
        onChange={(one) => change({ verdict: one })}
      />
      {verdict !== null && (
        <>
          <TextArea
            label={t('appeals.text', { name })}
            rows={4}
            maxLength={MAX_LETTER}
            value={draft.text ?? template}
            disabled={isRunning}
            onText={(next) => change({ text: next })}
            aside={
              draft.text !== null &&
              draft.text !== template && (
                <button type="button" className={styles.link} onClick={() => change({ text: null })}>
                  {t('appeals.template')}
                </button>
              )
            }
          />
          <TextArea
            label={t('appeals.reason')}
            rows={2}
            maxLength={MAX_REASON}
            value={draft.reason}
            disabled={isRunning}
            onText={(next) => change({ reason: next })}
          />
          <div className={styles.buttons}>
            <span />
            <Button small type="submit" tone="primary" disabled={!isReady} busy={isRunning}>
              {t(`appeals.send.${verdict}`, { kind: decision(`kind.${sanction.kind}`) })}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
