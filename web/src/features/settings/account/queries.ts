import { useQuery } from '@tanstack/react-query';
import { api } from '../../../client/api.ts';

export const ACCOUNT_KEY = ['account'];

/** What only the owner of the account sees. */
export function useAccount() {
  return useQuery({ queryKey: ACCOUNT_KEY, queryFn: () => api.getAccount() });
}
