import { queryOptions } from '@tanstack/react-query';
import { fetchThemeConfig } from '../../board/theme.ts';

/** Name, description and measures of a theme; they do not change while the page lives. */
export function themeQuery(id: string) {
  return queryOptions({
    queryKey: ['theme', id],
    queryFn: () => fetchThemeConfig(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
