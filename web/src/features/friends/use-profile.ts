import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

/** What is shown is looked at again this often, and after a failure this often. Milliseconds. */
const FRESH = 10_000;
const RETRY_AFTER = 5_000;

const card = {
  staleTime: FRESH,
  retry: false,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RETRY_AFTER : false,
} as const;

/** The account as everybody sees it. */
export const useProfile = (id: string) =>
  useQuery({ queryKey: ['user', id], queryFn: () => api.getUser({ params: { id } }), ...card });

/** Online games that the user finished and won. */
export const useStats = (userId: string) =>
  useQuery({ queryKey: ['stats', userId], queryFn: () => api.getStats({ params: { userId } }), ...card });
