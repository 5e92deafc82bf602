import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ChatModal.module.css';

/** From so many characters before the end on the rest is counted. */
const COUNTED = 50;

interface ChatInputProps {
  text: string;
  onText: (text: string) => void;
  /** Characters at most. */
  limit: number;
  onSay: (content: string) => void;
}

/** Where a message is written; Enter sends it. */
export function ChatInput({ text, onText, limit, onSay }: ChatInputProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const left = limit - text.length;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    input.current?.focus();
    if (text.trim() === '' || left < 0) return;
    onSay(text.trim());
    onText('');
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {left <= COUNTED && (
        <p className={styles.left} role="status" data-full={left <= 0}>
          {t('friends.chat.left', { count: Math.max(0, left) })}
        </p>
      )}
      <input
        ref={input}
        value={text}
        maxLength={limit}
        aria-label={t('friends.chat.placeholder')}
        placeholder={t('friends.chat.placeholder')}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
        }}
      />
      <Button
        type="submit"
        tone="jade"
        aria-label={t('friends.chat.send')}
        disabled={text.trim() === '' || left < 0}
        className={styles.send}
      >
        <Icon name="paper-plane-tilt" />
      </Button>
    </form>
  );
}
