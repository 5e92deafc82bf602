import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './Chapters.module.css';
import { type ChaptersProps, LessonList } from './LessonList.tsx';
import { useKept } from './progress.ts';
import { t } from './texts.ts';

interface SheetProps extends ChaptersProps {
  open: boolean;
  onClose: () => void;
}

/** All lessons as a sheet over small screens. */
export default function ChapterSheet({ open, onClose, ...props }: SheetProps) {
  const kept = useKept();
  return (
    <Dialog open={open} onClose={onClose} tall>
      <div className={styles.sheetHead}>
        <div className={styles.head}>
          <DialogTitle>{t('lead')}</DialogTitle>
          <p>{t('leadHint')}</p>
        </div>
        <Button onClick={onClose}>{uiText('close')}</Button>
      </div>
      <div className={styles.scroll}>
        <LessonList {...props} />
        <p className={styles.foot}>{`${t('again')} · ${kept}`}</p>
      </div>
    </Dialog>
  );
}
