import themes from 'virtual:board-themes';
import { useMemo } from 'react';
import type { BoardTheme } from '../board/theme.ts';
import { useRanksShown } from './rank-setting.ts';
import { useSession } from './session.ts';
import { resolveTheme } from './theme.ts';

/** The user's board theme. Its measures are in the bundle, so the board does not move after the first paint. */
export function useBoardTheme(): BoardTheme {
  const theme = themes[useSession((state) => resolveTheme(state.currentTheme))];
  const ranks = useRanksShown();
  return useMemo(() => ({ ...theme, ranks }), [theme, ranks]);
}
