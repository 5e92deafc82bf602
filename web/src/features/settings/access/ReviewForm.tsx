import { type Access, ApiError, type Way } from '@doushouqi/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setReviewDue } from '../../../client/access.ts';
import { api } from '../../../client/api.ts';
import { attempt } from '../../../client/attempt.ts';
import { useSession } from '../../../client/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { OwnPasswordDialog } from '../account/OwnPasswordDialog.tsx';
import { ACCOUNT_KEY } from '../account/queries.ts';
import styles from './Access.module.css';
import { ACCESS_KEY } from './queries.ts';
import { t } from './texts.ts';
import { WayList } from './WayList.tsx';

interface ReviewFormProps {
  access: Access;
  /** Epoch ms. */
  now: number;
  /** Gets what the user ended. */
  onDone: (ended: readonly Way[]) => void;
}

/** The ways with their switches, and the one button. What the server suspended is off until the user keeps it. */
export function ReviewForm({ access: { ways, review }, now, onDone }: ReviewFormProps) {
  const queries = useQueryClient();
  const userId = useSession(({ user }) => user?._id ?? '');
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isKept = (way: Way) => way.isThis || (choices.get(way.id) ?? !way.isSuspended);
  const ended = ways.filter((way) => !isKept(way));
  const hasOther = ways.some((way) => way.kind !== 'device' && isKept(way));

  const send = async (password?: string): Promise<void> => {
    // A repeated call ends nothing more, so a lost reply may be asked for again.
    if (ended.length > 0 || review) {
      const keep = ways.filter(isKept).map(({ id }) => id);
      await api.reviewAccess({ body: { keep, ...(password !== undefined && { password }) } });
    }
    setReviewDue(userId, false);
    for (const queryKey of [ACCESS_KEY, ACCOUNT_KEY]) void queries.invalidateQueries({ queryKey });
    onDone(ended);
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    const sent = send().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'PASSWORD_REQUIRED') throw error;
      setAsking(true);
    });
    await attempt(sent, t('failed'));
    setBusy(false);
  };
  return (
    <Card className={styles.list}>
      <WayList
        ways={ways}
        now={now}
        hasUsedCode={review?.reason === 'recovery'}
        isKept={isKept}
        onChange={(way, next) => setChoices(new Map(choices).set(way.id, next))}
      />
      <div className={styles.foot} data-fixed-foot>
        <p role="status" data-urgent={!hasOther || undefined}>
          {t(hasOther ? 'note' : 'noteAll')}
        </p>
        <Button tone="primary" wide busy={isBusy} onClick={() => void submit()}>
          {ended.length === 0 ? t('submit.none') : t('submit.some', { count: ended.length })}
        </Button>
      </div>
      {isAsking && (
        <OwnPasswordDialog
          title={t('ask')}
          hint={t('askHint')}
          submit={t('end')}
          onClose={() => setAsking(false)}
          onSubmit={send}
        />
      )}
    </Card>
  );
}
