import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

/**
 * What the person did lately and no reply lists: whom they asked to be a friend, whom they invited. It lies beside
 * the data of the session, and goes with it.
 */
type Mark = 'asked' | 'invited';

function keyOf(mark: Mark, userId: string) {
  return ['mark', mark, userId];
}

export function useMark(mark: Mark, userId: string): boolean {
  return useQuery<boolean>({ queryKey: keyOf(mark, userId), queryFn: skipToken }).data ?? false;
}

export function setMark(client: QueryClient, mark: Mark, userId: string): void {
  client.setQueryData(keyOf(mark, userId), true);
}

export function clearMark(client: QueryClient, mark: Mark, userId: string): void {
  client.setQueryData(keyOf(mark, userId), false);
}
