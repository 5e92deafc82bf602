import paths from 'virtual:phosphor-console';
import { PathIcon } from '../../ui/Icon.tsx';
import type { ConsoleIconName } from '../../ui/icon-names.ts';

/** An icon that only the console has. */
export function ConsoleIcon({ name }: { name: ConsoleIconName }) {
  return <PathIcon path={paths[name]} />;
}
