import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './HistoryDialogs.module.css';
import { t } from './texts.ts';
import { useExportAll } from './use-export-all.ts';

interface ExportDialogProps {
  /** How many games there are. */
  total: number;
  open: boolean;
  onClose: () => void;
}

/** All own games in one file; closing it stops the work. */
export function ExportDialog({ total, open, onClose }: ExportDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('export.title')}</DialogTitle>
      <ExportForm total={total} onClose={onClose} />
    </Dialog>
  );
}

function ExportForm({ total, onClose }: Omit<ExportDialogProps, 'open'>) {
  const { done, running, start, resume } = useExportAll(onClose);
  const failed = done !== null && !running;
  const state = running ? 'progress' : done ? 'broken' : 'failed';
  return (
    <>
      <DialogDescription className={styles.text}>{t('export.intro', { count: total })}</DialogDescription>
      {done !== null && (
        <div className={styles.progress}>
          <progress max={total} value={done} aria-label={t('export.title')} />
          <p role={failed ? 'alert' : 'status'} data-failed={failed}>
            {t(`export.${state}`, { done, total })}
          </p>
        </div>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('cancel')}</Button>
        {done === null && (
          <>
            <Button icon="download-simple" onClick={() => start('json')}>
              {t('export.json')}
            </Button>
            <Button tone="primary" icon="download-simple" onClick={() => start('text')}>
              {t('export.text')}
            </Button>
          </>
        )}
        {failed && (
          <Button tone="primary" icon="arrows-clockwise" onClick={resume}>
            {t('export.resume')}
          </Button>
        )}
      </div>
    </>
  );
}
