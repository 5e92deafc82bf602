import type { Friend, FriendRequest, SentRequest } from '@doushouqi/protocol';

/** Relation of a user to the logged-in user; `asking` sent a request to the user, `asked` has one from the user. */
export type Relation = 'self' | 'friend' | 'asking' | 'asked' | 'stranger';

interface Known {
  me: string;
  friends: readonly Friend[];
  requests: readonly FriendRequest[];
  sent: readonly SentRequest[];
}

/** Returns the relation. Pure. */
export function relationOf(userId: string, { me, friends, requests, sent }: Known): Relation {
  if (userId === me) return 'self';
  if (friends.some(({ _id }) => _id === userId)) return 'friend';
  if (requests.some(({ from }) => from._id === userId)) return 'asking';
  return sent.some(({ to }) => to._id === userId) ? 'asked' : 'stranger';
}
