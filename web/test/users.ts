import type { User } from '@doushouqi/protocol';
import { RED } from '@doushouqi/room-client/testing';

/** The logged-in user of tests. */
export const ME: User = {
  _id: RED,
  username: 'shanjun',
  nickname: '山君',
  avatar: 'tiger.png',
  settings: { theme: 'default' },
};
