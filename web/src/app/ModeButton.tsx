import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/Button.tsx';
import { toggleMode, useMode } from './mode.ts';

/** Changes between day and night. */
export function ModeButton() {
  const { t } = useTranslation();
  const dark = useMode() === 'dark';
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={t(dark ? 'app.toLight' : 'app.toDark')}
      onClick={toggleMode}
    />
  );
}
