import { type DocumentOf, defineCollection, type ModelsOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { z } from 'zod';

const DAY_SECONDS = 86_400;
const newId = z.instanceof(Types.ObjectId).default(() => new Types.ObjectId());

export const COLLECTIONS = {
  /** Lobby messages, with the nickname and avatar of the author at that time. */
  messages: defineCollection(
    // The old name, so that stored messages stay readable.
    'lobbylines',
    z.object({
      _id: newId,
      userId: z.string(),
      /** Number of the message among its author's; unique, so of two concurrent messages one is stored. */
      n: z.number(),
      nickname: z.string(),
      avatar: z.string(),
      content: z.string(),
      /** The tournament whose chat it belongs to; absent for the lobby. */
      tournamentId: z.string().exactOptional(),
      at: z.date(),
      /** The operators hid it; it stays as evidence until it expires. */
      isHidden: z.literal(true).exactOptional(),
      /** The author was shadow-muted: only the author may see it. */
      isShadowed: z.literal(true).exactOptional(),
    }),
    [
      [{ userId: 1, n: -1 }, { unique: true }],
      [{ at: 1 }, { expireAfterSeconds: 7 * DAY_SECONDS }],
      [{ isShadowed: 1, userId: 1 }],
      [{ tournamentId: 1, at: 1 }],
    ],
  ),
};

export type LobbyModels = ModelsOf<typeof COLLECTIONS>;
export type StoredMessage = DocumentOf<typeof COLLECTIONS.messages>;
