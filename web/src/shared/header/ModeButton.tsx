import { toggleMode, useMode } from '../../client/mode.ts';
import { t } from '../../client/texts.ts';
import { IconButton } from '../../ui/Button.tsx';

/** Changes between day and night. */
export function ModeButton() {
  const dark = useMode() === 'dark';
  return (
    <IconButton icon={dark ? 'sun' : 'moon'} label={t(dark ? 'toLight' : 'toDark')} onClick={toggleMode} />
  );
}
