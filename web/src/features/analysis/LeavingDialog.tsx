import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from '../../ui/ConfirmDialog.module.css';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { hasOwnMoves } from './study/study.ts';
import { t } from './texts.ts';
import { useAnalysis } from './use-analysis.ts';
import type { Desk } from './use-desk.ts';
import { movesAtRisk } from './use-leaving.ts';

/** Asks what happens to the moves of play mode. Keeping them has the focus; Escape goes back to them. */
export function LeavingDialog({ desk: { game, leaving } }: { desk: Desk }) {
  const keep = useRef<HTMLButtonElement>(null);
  const count = useAnalysis(game, movesAtRisk);
  const replaces = useAnalysis(game, ({ notation }) => hasOwnMoves(notation));
  const { isLeaving, answer } = leaving;
  // The dialog fades out with the text of its question.
  const shown = useRef({ count, replaces });
  if (isLeaving) shown.current = { count, replaces };
  return (
    <Dialog open={isLeaving} onClose={() => answer('stay')} role="alertdialog" initialFocus={keep}>
      <div className={styles.head}>
        <Seal tone="gold">
          <Icon name="warning" />
        </Seal>
        <DialogTitle className={styles.title}>{t('leave.title', shown.current)}</DialogTitle>
      </div>
      <DialogDescription className={styles.message}>
        {t(shown.current.replaces ? 'leave.textReplaces' : 'leave.text')}
      </DialogDescription>
      <div className={styles.actions}>
        <Button tone="quiet" onClick={() => answer('stay')}>
          {t('leave.stay')}
        </Button>
        <Button tone="danger" onClick={() => answer('clear')}>
          {t('leave.clear')}
        </Button>
        <Button ref={keep} tone="primary" onClick={() => answer('keep')}>
          {t('record.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
