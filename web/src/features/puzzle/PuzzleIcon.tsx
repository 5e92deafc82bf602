import paths from 'virtual:phosphor-puzzles';
import { PathIcon } from '../../ui/Icon.tsx';
import type { PuzzleIconName } from '../../ui/icon-names.ts';

interface PuzzleIconProps {
  name: PuzzleIconName;
  className?: string | undefined;
}

/** An icon of the puzzles. */
export function PuzzleIcon({ name, className }: PuzzleIconProps) {
  return <PathIcon path={paths[name]} className={className} />;
}
