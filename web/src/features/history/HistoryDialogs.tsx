import { FAVORITE_COMMENT_LENGTH, type GameRecord } from '@doushouqi/protocol';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../client/api.ts';
import { t as appText } from '../../client/texts.ts';
import { deviceNow } from '../../client/time.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Dialog, DialogDescription, DialogTitle } from '../../ui/Dialog.tsx';
import { downloadText } from '../../ui/download.ts';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import { allGamesFileName, FILE_FORMATS, type FormatName } from './game-file.ts';
import styles from './HistoryDialogs.module.css';
import { useRecordActions } from './queries.ts';
import { t } from './texts.ts';

interface FavoriteDialogProps {
  record: GameRecord;
  open: boolean;
  onClose: () => void;
}

/** Asks for the comment of a favorite, new or existing. */
export function FavoriteDialog({ record, open, onClose }: FavoriteDialogProps) {
  const isNew = record.favorites.length === 0;
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t(isNew ? 'favorite.title' : 'favorite.edit')}</DialogTitle>
      <FavoriteForm record={record} onClose={onClose} />
    </Dialog>
  );
}

/** Enter saves: a comment is a single line. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
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

interface ShareDialogProps {
  record: GameRecord;
  open: boolean;
  onClose: () => void;
}

/** Returns the public address of a shared game. */
function linkOf(shareId: string): string {
  return `${window.location.origin}/analysis?shared=${shareId}`;
}

/** Creates the link of a game after the user has confirmed who can open it. */
export function ShareDialog({ record, open, onClose }: ShareDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} className={styles.dialog}>
      <DialogTitle className={styles.title}>{t('share.title')}</DialogTitle>
      <DialogDescription className={styles.text}>{t('share.text')}</DialogDescription>
      <ShareForm record={record} onClose={onClose} />
    </Dialog>
  );
}

function ShareForm({ record, onClose }: Omit<ShareDialogProps, 'open'>) {
  const { busy, share } = useRecordActions(record);
  const [made, setMade] = useState(record.shareId);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    const shareId = made ?? (await share());
    if (!shareId) return;
    setMade(shareId);
    await copyText(linkOf(shareId), t('share.copied'));
    // If copying fails, selects the link for manual copying.
    field.current?.select();
  };
  return (
    <>
      {made !== null && (
        <label>
          <span className={styles.label}>{t('share.link')}</span>
          <input
            ref={field}
            readOnly
            className={styles.field}
            value={linkOf(made)}
            onFocus={(event) => event.target.select()}
          />
        </label>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{uiText('close')}</Button>
        {made !== null && <SendButton record={record} link={linkOf(made)} />}
        <Button tone="primary" icon="copy" busy={busy} onClick={() => void copy()}>
          {t(made === null ? 'share.make' : 'share.copy')}
        </Button>
      </div>
    </>
  );
}

/** The system's share button, if the browser supports it. */
function SendButton({ record: { players }, link }: { record: GameRecord; link: string }) {
  if (!('share' in navigator)) return null;
  const send = (): void => {
    const names = { red: players.red.nickname, blue: players.blue.nickname };
    const text = t('share.message', names);
    // A closed share sheet is not an error.
    void navigator.share({ title: appText('name'), text, url: link }).catch(() => {});
  };
  return (
    <Button icon="share-network" onClick={send}>
      {t('share.send')}
    </Button>
  );
}

interface ExportDialogProps {
  /** Number of games. */
  total: number;
  open: boolean;
  onClose: () => void;
}

/** Exports all own games into one file; closing the dialog cancels the export. */
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

/** The games fetched so far, as parts of the file. */
interface Taken {
  format: FormatName;
  games: number;
  parts: readonly string[];
  /** The game after which the next part begins; null when all are fetched. */
  after: string | undefined | null;
}

async function takeMore({ format, games, parts, after }: Taken): Promise<Taken> {
  const reply = await api.exportRecords({ query: after ? { after } : {} });
  const more = reply.games.flatMap((game) => FILE_FORMATS[format].part(game) ?? []);
  return { format, games: games + reply.games.length, parts: [...parts, ...more], after: reply.next };
}

function save({ format, games, parts }: Taken): void {
  const { type, whole } = FILE_FORMATS[format];
  downloadText(allGamesFileName(deviceNow(), format), type, whole(parts));
  toast.success(t('export.done', { count: games }));
}

/** Exports all own games in parts into one file. Parts fetched before a failure are stored for the retry. */
function useExportAll(onDone: () => void) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [running, setRunning] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const run = async (from: Taken): Promise<void> => {
    setRunning(true);
    setTaken(from);
    try {
      let known = from;
      while (known.after !== null && !gone.current) {
        known = await takeMore(known);
        setTaken(known);
      }
      if (gone.current) return;
      save(known);
      onDone();
    } catch {
      setRunning(false);
    }
  };
  return {
    /** Number of fetched games; null before a format is chosen. */
    done: taken?.games ?? null,
    running,
    start: (format: FormatName) => void run({ format, games: 0, parts: [], after: undefined }),
    resume: () => void (taken && run(taken)),
  };
}
