import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ACCESS_PATH, loadAccess } from '../../../client/access.ts';

export const ACCESS_KEY = ['access'];

const QUERY = { queryKey: ACCESS_KEY, queryFn: loadAccess };

/** What opens the account. */
export function useAccess() {
  return useQuery(QUERY);
}

/** Returns a function that opens the review if the last change suspended something. */
export function useReviewAfterChange(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // Without a reply, the settings show what is suspended at the next visit.
    const access = await queries.fetchQuery(QUERY).catch(() => null);
    if (access?.review) await navigate(ACCESS_PATH);
  };
}
