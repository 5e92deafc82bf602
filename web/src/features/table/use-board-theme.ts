import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../../app/session.ts';
import { type BoardTheme, boardThemeOf, DEFAULT_BOARD_THEME } from '../../board/theme.ts';
import { themeQuery } from '../themes/queries.ts';
import { useRanksShown } from './rank-setting.ts';

/** The viewer's own board. Its measures are the default's until they are read, and it is the default if they cannot be. */
export function useBoardTheme(): BoardTheme {
  const id = useSession((state) => state.currentTheme);
  const { data, isError } = useQuery(themeQuery(id));
  const ranks = useRanksShown();
  const theme = useMemo(() => {
    if (isError) return DEFAULT_BOARD_THEME;
    return data ? boardThemeOf(id, data) : { ...DEFAULT_BOARD_THEME, id };
  }, [id, data, isError]);
  return useMemo(() => ({ ...theme, ranks }), [theme, ranks]);
}
