import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import styles from './NotationCode.module.css';

interface NotationCodeProps {
  name: string;
  text: string;
  /** Said once it is copied. */
  done: string;
}

/** A form of notation that can be copied by the button and, where that is forbidden, by hand: a press selects it. */
export function NotationCode({ name, text, done }: NotationCodeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.code}>
      <span>{name}</span>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.target.select()} />
      <Button
        small
        icon="copy"
        aria-label={t('table.notation.copy', { name })}
        onClick={() => void copyText(text, done)}
      />
    </div>
  );
}
