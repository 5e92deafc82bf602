import { FAVORITE_COMMENT_LENGTH, type GameRecord } from '@doushouqi/protocol';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './HistoryDialogs.module.css';
import { t } from './texts.ts';
import { useRecordActions } from './use-record-actions.ts';

interface FavoriteDialogProps {
  record: GameRecord;
  open: boolean;
  onClose: () => void;
}

/** Asks for the comment with which a game becomes a favourite, or for another one. */
export function FavoriteDialog({ record, open, onClose }: FavoriteDialogProps) {
  const isNew = record.favorites.length === 0;
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t(isNew ? 'favorite.title' : 'favorite.edit')}</DialogTitle>
      <FavoriteForm record={record} onClose={onClose} />
    </Dialog>
  );
}

/** Enter saves: a comment is one line, however long. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  if (!isComposing(event)) event.currentTarget.form?.requestSubmit();
}

function FavoriteForm({ record, onClose }: Omit<FavoriteDialogProps, 'open'>) {
  const id = useId();
  const known = record.favorites[0]?.comment;
  const [comment, setComment] = useState(known ?? '');
  const { busy, favor } = useRecordActions(record);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await favor(comment.trim())) onClose();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className={styles.label}>
        {t('favorite.comment')}
      </label>
      <textarea
        id={id}
        className={styles.field}
        rows={3}
        value={comment}
        maxLength={FAVORITE_COMMENT_LENGTH}
        placeholder={t('favorite.placeholder')}
        enterKeyHint="done"
        onChange={(event) => setComment(event.target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={saveOnEnter}
      />
      <p className={styles.left}>{t('favorite.left', { count: FAVORITE_COMMENT_LENGTH - comment.length })}</p>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('cancel')}</Button>
        <Button type="submit" tone="primary" icon="star-fill" busy={busy}>
          {t(known === undefined ? 'favorite.add' : 'favorite.save')}
        </Button>
      </div>
    </form>
  );
}
