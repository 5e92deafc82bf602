import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

/**
 * What the person did lately and no reply lists: whom they asked to be a friend, whom they invited. It lies beside
 * the data of the session, and goes with it.
 */
type Mark = 'asked' | 'invited';

const keyOf = (mark: Mark, userId: string) => ['mark', mark, userId];

export const useMark = (mark: Mark, userId: string): boolean =>
  useQuery<boolean>({ queryKey: keyOf(mark, userId), queryFn: skipToken }).data ?? false;

export const setMark = (client: QueryClient, mark: Mark, userId: string): void =>
  void client.setQueryData(keyOf(mark, userId), true);

export const clearMark = (client: QueryClient, mark: Mark, userId: string): void =>
  void client.setQueryData(keyOf(mark, userId), false);
