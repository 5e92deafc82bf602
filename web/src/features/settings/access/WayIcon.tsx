import paths from 'virtual:phosphor-ways';
import { PathIcon } from '../../../ui/Icon.tsx';
import type { WayIconName } from '../../../ui/icon-names.ts';

/** An icon of this page. */
export function WayIcon({ name }: { name: WayIconName }) {
  return <PathIcon path={paths[name]} />;
}
