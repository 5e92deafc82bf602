import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import confirmDialog from '../../ui/ConfirmDialog.module.css';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import importDialog from './ImportDialog.module.css';
import { useAnalysis } from './study/analysis-game.ts';
import { hasOwnMoves } from './study/study.ts';
import { t } from './texts.ts';
import { movesAtRisk, type Workspace } from './use-workspace.ts';

/**
 * Asks what happens to the moves of play mode. The button that keeps them has the focus; Escape returns to the game.
 */
export function LeavingDialog({ workspace: { game, leaving } }: { workspace: Workspace }) {
  const keep = useRef<HTMLButtonElement>(null);
  const count = useAnalysis(game, movesAtRisk);
  const replaces = useAnalysis(game, ({ notation }) => hasOwnMoves(notation));
  const { isLeaving, answer } = leaving;
  // The dialog keeps the text of its question while it fades out.
  const shown = useRef({ count, replaces });
  if (isLeaving) shown.current = { count, replaces };
  return (
    <Dialog open={isLeaving} onClose={() => answer('stay')} role="alertdialog" initialFocus={keep}>
      <div className={confirmDialog.head}>
        <Seal tone="gold">
          <Icon name="warning" />
        </Seal>
        <DialogTitle className={confirmDialog.title}>{t('leave.title', shown.current)}</DialogTitle>
      </div>
      <DialogDescription className={confirmDialog.message}>
        {t(shown.current.replaces ? 'leave.textReplaces' : 'leave.text')}
      </DialogDescription>
      <div className={confirmDialog.actions}>
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

/** Shows the selected text for manual copying if the browser cannot copy. */
export function ManualCopy({ workspace: { manual, setManual } }: { workspace: Workspace }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={manual !== null}
      onClose={() => setManual(null)}
      className={importDialog.dialog}
      initialFocus={field}
    >
      <DialogTitle className={importDialog.title}>{t('position.manual')}</DialogTitle>
      <div className={importDialog.target}>
        <textarea
          ref={field}
          readOnly
          className={importDialog.text}
          value={manual ?? ''}
          aria-label={t('position.manual')}
          onFocus={(event) => event.target.select()}
        />
        <DialogDescription className={importDialog.hint}>{t('position.manualHint')}</DialogDescription>
        <Button onClick={() => setManual(null)}>{uiText('close')}</Button>
      </div>
    </Dialog>
  );
}
