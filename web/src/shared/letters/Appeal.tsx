import { MAX_APPEAL } from '@doushouqi/protocol';
import { useEffect, useRef, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import type { OwnLetter } from '../../client/sanctions.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayText } from '../../ui/format.ts';
import { TextArea } from '../../ui/TextArea.tsx';
import styles from './Appeal.module.css';
import { whenText } from './letter-text.ts';
import { t } from './texts.ts';

interface AppealCardProps {
  letter: OwnLetter;
  /** Server time, epoch ms. */
  now: number;
  /** Sends an appeal; rejects with `ApiError`. Afterwards the letter has it. */
  onAppeal: (text: string) => Promise<void>;
  onKnown: () => void;
}

/** The one appeal against a decision: the offer, its text, and what became of it. */
export function AppealCard({ letter, now, onAppeal, onKnown }: AppealCardProps) {
  const { appeal, appealUntil } = letter;
  const [isWriting, setWriting] = useState(false);
  const isOpen = appeal === null && appealUntil !== null && appealUntil > now;
  if (isOpen && isWriting)
    return (
      <AppealForm until={appealUntil} now={now} onAppeal={onAppeal} onCancel={() => setWriting(false)} />
    );
  const known = (
    <Button tone="primary" onClick={onKnown}>
      {t('known')}
    </Button>
  );
  return (
    <Card className={styles.card}>
      {appeal ? (
        <Answer appeal={appeal} now={now} />
      ) : (
        <>
          <h3>{t('appeal.title')}</h3>
          <p className={styles.hint}>
            {isOpen ? t('appeal.once', { day: dayText(appealUntil, now) }) : t('appeal.late')}
          </p>
        </>
      )}
      <div className={styles.ways}>
        {isOpen && <Button onClick={() => setWriting(true)}>{t('appeal.open')}</Button>}
        {appeal?.answer === null && <Button disabled>{t('appeal.sent')}</Button>}
        {known}
      </div>
    </Card>
  );
}

/** The appeal, and the answer of another operator. */
function Answer({ appeal, now }: { appeal: NonNullable<OwnLetter['appeal']>; now: number }) {
  const { text, at, answer } = appeal;
  return (
    <>
      <h3>{answer ? t(answer.isGranted ? 'appeal.granted' : 'appeal.kept') : t('appeal.sent')}</h3>
      {!answer && <p className={styles.hint}>{t('appeal.sentHint')}</p>}
      <dl className={styles.said}>
        {answer && (
          <>
            <dt>{t('by', { time: whenText(answer.at, now) })}</dt>
            <dd>{answer.text}</dd>
          </>
        )}
        <dt>
          {t('appeal.mine')} · {whenText(at, now)}
        </dt>
        <dd>{text}</dd>
      </dl>
    </>
  );
}

interface AppealFormProps extends Pick<AppealCardProps, 'now' | 'onAppeal'> {
  /** Epoch ms. */
  until: number;
  onCancel: () => void;
}

function AppealForm({ until, now, onAppeal, onCancel }: AppealFormProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const isEmpty = text.trim() === '';
  const form = useRef<HTMLFormElement>(null);
  // Without its buttons under the edge of the window.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const send = async (): Promise<void> => {
    setBusy(true);
    await attempt(onAppeal(text.trim()), t('appeal.failed'));
    setBusy(false);
  };
  return (
    <Card className={styles.card}>
      <h3>{t('appeal.title')}</h3>
      <p className={styles.hint}>{t('appeal.once', { day: dayText(until, now) })}</p>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) void send();
        }}
      >
        <TextArea
          label={t('appeal.label')}
          placeholder={t('appeal.placeholder')}
          value={text}
          limit={MAX_APPEAL}
          rows={5}
          autoFocus
          onText={setText}
        />
        <div className={styles.ways}>
          <Button onClick={onCancel}>{t('appeal.cancel')}</Button>
          <Button type="submit" tone="primary" disabled={isEmpty} busy={busy}>
            {t('appeal.send')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
