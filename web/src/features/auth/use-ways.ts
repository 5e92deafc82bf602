import { useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** Returns how visitors may enter, undefined until it is known. */
export function useWays() {
  return useQuery({ queryKey: ['ways'], queryFn: () => api.getWaysIn() }).data;
}
