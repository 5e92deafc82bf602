import { useEffect, useSyncExternalStore } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { t } from './texts.ts';

const speech = 'speechSynthesis' in window ? window.speechSynthesis : null;

function isChinese({ lang }: SpeechSynthesisVoice): boolean {
  return /^zh\b/i.test(lang);
}

function subscribe(changed: () => void): () => void {
  // Voices load after the page.
  speech?.addEventListener('voiceschanged', changed);
  return () => speech?.removeEventListener('voiceschanged', changed);
}

function hasVoice(): boolean {
  return speech?.getVoices().some(isChinese) ?? false;
}

/** Reads a text aloud, with the device's own voice. Renders nothing on devices without a Chinese one. */
export function ReadAloud({ text }: { text: string }) {
  const isOffered = useSyncExternalStore(subscribe, hasVoice);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text ends the reading
  useEffect(() => () => speech?.cancel(), [text]);
  const read = (): void => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = 'zh-CN';
    speech?.cancel();
    speech?.speak(utterance);
  };
  return isOffered && <IconButton icon="speaker-high" label={t('readAloud')} onClick={read} />;
}
