import themes from 'virtual:board-themes';
import { useSession } from '../../app/session.ts';
import { resolveTheme } from '../../app/theme.ts';
import type { BoardTheme } from '../../board/theme.ts';

/** The viewer's own board. Its measures are in the bundle: the table may not move once it is seen. */
export function useBoardTheme(): BoardTheme {
  return themes[useSession((state) => resolveTheme(state.currentTheme))];
}
