import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { setSound, useSoundOn } from './sound-setting.ts';

/** Silence at one press, and back. */
export function MuteButton({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const on = useSoundOn();
  return (
    <IconButton
      icon={on ? 'speaker-high' : 'speaker-slash'}
      label={t(on ? 'table.settings.mute' : 'table.settings.unmute')}
      className={className}
      onClick={() => setSound(!on)}
    />
  );
}
