import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { downloadText } from '../../ui/download.ts';
import styles from './RecoveryCodes.module.css';
import { t } from './texts.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  /** Called when the user has stored the codes: copied, downloaded or confirmed. */
  onKept: () => void;
  /** Closes the codes. */
  onDone: () => void;
}

/** The recovery codes of an account, shown once. */
export function RecoveryCodes({ codes, username, onKept, onDone }: RecoveryCodesProps) {
  const text = `${t('fileHead', { username })}\n\n${codes.join('\n')}\n`;
  const download = () => {
    downloadText(`${t('file')}-${username}.txt`, 'text/plain', text);
    onKept();
  };
  const copy = async () => {
    if (await copyText(text, t('copied'))) onKept();
  };
  const done = () => {
    onKept();
    onDone();
  };
  return (
    <>
      <p className={styles.hint}>{t('hint')}</p>
      <ol className={styles.codes} aria-label={t('label')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button icon="download-simple" onClick={download}>
          {t('download')}
        </Button>
        <Button icon="copy" onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
      <Button tone="primary" wide icon="check" onClick={done}>
        {t('done')}
      </Button>
    </>
  );
}
