import { IconButton } from '../ui/Button.tsx';
import { toggleMode, useMode } from './mode.ts';
import { t } from './texts.ts';

/** Changes between day and night. */
export function ModeButton() {
  const dark = useMode() === 'dark';
  return (
    <IconButton icon={dark ? 'sun' : 'moon'} label={t(dark ? 'toLight' : 'toDark')} onClick={toggleMode} />
  );
}
