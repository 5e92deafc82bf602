import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import styles from './NotationCode.module.css';
import { t } from './texts.ts';

interface NotationCodeProps {
  name: string;
  text: string;
  /** Said once it is copied. */
  done: string;
}

/** A form of notation that can be copied by the button and, where that is forbidden, by hand: a press selects it. */
export function NotationCode({ name, text, done }: NotationCodeProps) {
  return (
    <div className={styles.code}>
      <span>{name}</span>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.target.select()} />
      <Button
        small
        icon="copy"
        aria-label={t('notation.copy', { name })}
        onClick={() => void copyText(text, done)}
      />
    </div>
  );
}
