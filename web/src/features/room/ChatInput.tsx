import { CHAT_LENGTH } from '@doushouqi/protocol';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OnlineGame } from '../../game/online-game.ts';
import { Button } from '../../ui/Button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Icon } from '../../ui/Icon.tsx';
import { attempt } from './attempt.ts';
import styles from './Chat.module.css';

const PRESETS = ['hello', 'yield', 'nice', 'moment', 'again', 'thanks'] as const;

interface ChatInputProps {
  game: OnlineGame;
  /** Without the row of ready-made phrases. */
  bare?: boolean;
}

/** Says something in the room. What could not be sent stays in the input. */
export function ChatInput({ game, bare }: ChatInputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const say = async (content: string): Promise<boolean> => {
    if (busy || content === '') return false;
    setBusy(true);
    const said = await attempt(game.commands.say(content), t('room.chat.failed'));
    setBusy(false);
    return said;
  };
  const send = async (): Promise<void> => {
    const sent = text;
    // What was typed meanwhile is not lost.
    if (await say(sent.trim())) setText((now) => (now === sent ? '' : now));
    input.current?.focus();
  };
  return (
    <div className={styles.foot}>
      {!bare && (
        <ul className={styles.presets} aria-label={t('room.chat.presets')}>
          {PRESETS.map((preset) => (
            <li key={preset}>
              <button type="button" disabled={busy} onClick={() => void say(t(`room.chat.preset.${preset}`))}>
                {t(`room.chat.preset.${preset}`)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <input
          ref={input}
          value={text}
          maxLength={CHAT_LENGTH}
          aria-label={t('room.chat.placeholder')}
          placeholder={t('room.chat.placeholder')}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
          }}
        />
        <Button
          type="submit"
          tone="jade"
          aria-label={t('room.chat.send')}
          disabled={text.trim() === ''}
          className={styles.send}
        >
          <Icon name="paper-plane-tilt" />
        </Button>
      </form>
    </div>
  );
}
