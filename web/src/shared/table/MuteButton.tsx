import { IconButton } from '../../ui/Button.tsx';
import { setSound, useSoundOn } from './sound-setting.ts';
import { t } from './texts.ts';

/** Silence at one press, and back. */
export function MuteButton({ className }: { className?: string | undefined }) {
  const on = useSoundOn();
  return (
    <IconButton
      icon={on ? 'speaker-high' : 'speaker-slash'}
      label={t(on ? 'settings.mute' : 'settings.unmute')}
      className={className}
      onClick={() => setSound(!on)}
    />
  );
}
