import { Button, IconButton } from '../../ui/Button.tsx';
import { t } from './texts.ts';
import type { Save } from './use-save.ts';

interface SaveButtonProps extends Save {
  /** The whole name of what it does, one word of it, or the icon alone. */
  look: 'long' | 'short' | 'icon';
}

/** Saves the game; pressed again it does nothing until the game has changed. */
export function SaveButton({ save, isSaving, isSaved, look }: SaveButtonProps) {
  const name = t(isSaved ? 'save.saved' : 'save.save');
  if (look === 'icon') {
    const icon = isSaved ? 'check' : 'floppy-disk';
    return <IconButton icon={icon} label={name} disabled={isSaving || isSaved} onClick={save} />;
  }
  return (
    <Button
      small={look === 'long'}
      icon={isSaved ? 'check' : 'floppy-disk'}
      busy={isSaving}
      disabled={isSaved}
      aria-label={name}
      onClick={save}
    >
      {isSaved || look === 'long' ? name : t('save.short')}
    </Button>
  );
}
