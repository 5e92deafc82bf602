import paths from 'virtual:phosphor-tournaments';
import { PathIcon } from '../../ui/Icon.tsx';
import type { TournamentIconName } from '../../ui/icon-names.ts';

interface TournamentIconProps {
  name: TournamentIconName;
  className?: string | undefined;
}

/** An icon of tournaments. */
export function TournamentIcon({ name, className }: TournamentIconProps) {
  return <PathIcon path={paths[name]} className={className} />;
}
