import { CHAT_LENGTH } from '@doushouqi/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../app/attempt.ts';
import type { OnlineGame } from '../../game/online/online-game.ts';
import { TalkInput } from '../../ui/TalkInput.tsx';
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
  const say = async (content: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const said = await attempt(game.commands.say(content), t('room.chat.failed'));
    setBusy(false);
    return said;
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
      <TalkInput
        text={text}
        onText={setText}
        limit={CHAT_LENGTH}
        onSay={say}
        placeholder={t('room.chat.placeholder')}
        sendLabel={t('room.chat.send')}
        className={styles.form}
      />
    </div>
  );
}
