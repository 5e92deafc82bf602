import { ApiError, type Letter } from '@doushouqi/protocol';
import { useCallback, useEffect, useState } from 'react';
import { clientOf } from '../../client/api.ts';
import type { OwnLetter } from '../../client/sanctions.ts';
import { serverNow } from '../../client/time.ts';
import { AppealCard } from '../../shared/letters/Appeal.tsx';
import { LetterCard, ScopeCard } from '../../shared/letters/Letter.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog, DialogTitle } from '../../ui/Dialog.tsx';
import { closeDialog, showDialog } from '../../ui/dialog-store.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { t as uiText } from '../../ui/texts.ts';
import styles from './ClosedDialog.module.css';
import { t } from './texts.ts';

/** What was just typed into the login; it stays in the memory of this dialog. */
interface Credentials {
  username: string;
  password: string;
}

/** Shows why the operators closed an account, and the appeal. `message`: how the server refused the login. */
export function showClosed(credentials: Credentials, message: string): void {
  showDialog(<ClosedDialog key={credentials.username} credentials={credentials} message={message} />);
}

/** Asks for the letter of the closure, or appeals by `text`. The account has no session. @throws `ApiError` */
async function askFor(credentials: Credentials, text?: string): Promise<OwnLetter> {
  const body = { ...credentials, ...(text !== undefined && { text }) };
  return asOwn(await clientOf(null).appealClosure({ body }));
}

function asOwn(letter: Letter): OwnLetter {
  return { ...letter, kind: 'close' };
}

interface ClosedDialogProps {
  credentials: Credentials;
  message: string;
}

function ClosedDialog({ credentials, message }: ClosedDialogProps) {
  const [letter, setLetter] = useState<OwnLetter | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async (): Promise<void> => {
    setFailure(null);
    try {
      setLetter(await askFor(credentials));
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('closed.failed'));
    }
  }, [credentials]);
  useEffect(() => void load(), [load]);
  /** After a lost reply the letter shows whether the appeal was made. */
  const appeal = async (text: string): Promise<void> => {
    try {
      setLetter(await askFor(credentials, text));
    } catch (error) {
      const isClosed = error instanceof ApiError && error.code === 'APPEAL_CLOSED';
      const latest = isClosed ? await askFor(credentials) : null;
      if (!latest?.appeal) throw error;
      setLetter(latest);
    }
  };
  const now = serverNow();
  return (
    <Dialog tall blurred open onClose={closeDialog}>
      <header className={styles.head}>
        <DialogTitle className={styles.title}>{t('closed.title')}</DialogTitle>
        <IconButton icon="x" label={uiText('close')} onClick={closeDialog} />
      </header>
      <div className={styles.body}>
        {letter ? (
          <>
            <LetterCard letter={letter} now={now} />
            <ScopeCard letter={letter} now={now} />
            <AppealCard letter={letter} now={now} onAppeal={appeal} onKnown={closeDialog} />
          </>
        ) : (
          <>
            <p>{message}</p>
            {failure === null ? (
              <Skeleton className={styles.block} />
            ) : (
              <p className={styles.failed} role="alert">
                {failure}
                <Button small onClick={() => void load()}>
                  {t('closed.retry')}
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
