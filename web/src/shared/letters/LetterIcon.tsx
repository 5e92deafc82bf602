import paths from 'virtual:phosphor-letters';
import { PathIcon } from '../../ui/Icon.tsx';
import type { LetterIconName } from '../../ui/icon-names.ts';

/** An icon of the letters. */
export function LetterIcon({ name }: { name: LetterIconName }) {
  return <PathIcon path={paths[name]} />;
}
