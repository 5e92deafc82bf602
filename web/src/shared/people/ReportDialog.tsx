import { MAX_REPORT_NOTE, type ReportKind, type Violation } from '@doushouqi/protocol';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { attempt } from '../../client/attempt.ts';
import { expectOutcome } from '../../client/own-reports.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { closeDialog, showDialog } from '../../ui/dialog-store.ts';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './ReportDialog.module.css';
import { t } from './report-texts.ts';

/** What a member reports. */
export interface Reported {
  kind: ReportKind;
  /** A lobby line, `ROOM:LINE` for a line of a room, a message, a user, or `GAME:USER` for play. */
  id: string;
  /** The text, or the name of the user. */
  content: string;
}

const TALK = ['abuse', 'advert', 'harassment', 'other'] as const;
const REASONS: Record<ReportKind, readonly Violation[]> = {
  line: TALK,
  message: TALK,
  nickname: ['name', 'abuse', 'advert', 'other'],
  avatar: ['abuse', 'advert', 'harassment', 'other'],
  play: ['engine', 'stalling', 'arranged', 'other'],
};

/** Opens the dialog that reports to the operators. */
export function askToReport(reported: Reported): void {
  showDialog(<ReportDialog key={`${reported.kind} ${reported.id}`} reported={reported} />);
}

function ReportDialog({ reported }: { reported: Reported }) {
  const { kind, id, content } = reported;
  const [reason, setReason] = useState<Violation | null>(null);
  const [note, setNote] = useState('');
  const [showConversation, setShowConversation] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (reason === null) return;
    setBusy(true);
    const body = { kind, id, reason, note: note.trim(), showConversation };
    // A repetition after a lost reply counts once.
    const call = api.report({ body }).then(() => {});
    const isSent = await attempt(call, t('failed'));
    setBusy(false);
    if (!isSent) return;
    expectOutcome();
    closeDialog();
    toast.success(t('done'));
  };
  return (
    <Dialog open onClose={closeDialog} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t(`title.${kind}`)}</DialogTitle>
      <blockquote className={styles.content}>
        {kind === 'avatar' || kind === 'play' ? t(kind, { name: content }) : content}
      </blockquote>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Choice
          legend={t('reason')}
          options={REASONS[kind].map((one) => [one, t(`reasons.${one}`)])}
          value={reason}
          onChange={setReason}
          className={styles.reasons}
        />
        <TextArea
          label={t('note')}
          placeholder={t('notePlaceholder')}
          value={note}
          limit={MAX_REPORT_NOTE}
          rows={2}
          onText={setNote}
        />
        {kind === 'message' && (
          <Switch on={showConversation} onChange={setShowConversation} hint={t('conversationHint')}>
            {t('conversation')}
          </Switch>
        )}
        <p className={styles.secret}>{t('secret')}</p>
        <div className={styles.ways}>
          <Button onClick={closeDialog}>{t('cancel')}</Button>
          <Button type="submit" tone="primary" disabled={reason === null} busy={busy}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
