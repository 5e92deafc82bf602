import type { ReactNode } from 'react';
import { type SchoolTab, SchoolTabs } from '../../shared/school/SchoolTabs.tsx';
import { t as schoolText } from '../../shared/school/texts.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './PuzzleSheet.module.css';

interface PuzzleSheetProps {
  open: boolean;
  tab: SchoolTab;
  onClose: () => void;
  children: ReactNode;
}

/** The other pages, and what is beside the board of wide screens, as a sheet over small ones. */
export default function PuzzleSheet({ open, tab, onClose, children }: PuzzleSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} tall>
      <div className={styles.head}>
        <DialogTitle>{schoolText('school')}</DialogTitle>
        <IconButton icon="x" label={uiText('close')} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link in it was followed */}
      <div
        className={styles.body}
        onClick={({ target }) => target instanceof Element && target.closest('a') && onClose()}
      >
        <SchoolTabs current={tab} />
        {children}
      </div>
    </Dialog>
  );
}
