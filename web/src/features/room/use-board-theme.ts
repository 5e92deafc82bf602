import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.ts';
import { type BoardTheme, DEFAULT_BOARD_THEME, fetchBoardTheme } from '../../board/theme.ts';

/** The board's theme; the default stands in until its configuration is read. */
export const useBoardTheme = (): BoardTheme => {
  const id = useSession((state) => state.currentTheme);
  const { data } = useQuery({
    queryKey: ['theme', id],
    queryFn: () => fetchBoardTheme(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? { ...DEFAULT_BOARD_THEME, id };
};
