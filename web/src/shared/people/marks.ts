import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

// Whom the user invited lately: no reply lists that. It lies beside the data of the session, and goes with it.

function keyOf(userId: string) {
  return ['mark', 'invited', userId];
}

export function useInvited(userId: string): boolean {
  return useQuery<boolean>({ queryKey: keyOf(userId), queryFn: skipToken }).data ?? false;
}

export function setInvited(client: QueryClient, userId: string, isInvited: boolean): void {
  client.setQueryData(keyOf(userId), isInvited);
}
