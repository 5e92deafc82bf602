import art from 'virtual:art';
import { boardPicture } from '../../board/theme.ts';
import { useSession } from '../../client/session.ts';
import { resolveTheme } from '../../client/theme.ts';

/** The viewer's board before the game has loaded. */
export function EmptyBoard({ className }: { className?: string | undefined }) {
  const theme = useSession((state) => resolveTheme(state.currentTheme));
  return <img {...boardPicture(art[theme])} alt="" className={className} />;
}
