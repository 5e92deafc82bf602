import { lobbyMessage, tournament, userId, writtenText } from '../entities.ts';
import { roomId } from '../forms.ts';
import { routesOf } from '../http.ts';
import { LOBBY_LENGTH } from '../limits.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

const storedId = z.string().regex(/^[0-9a-f]{24}$/);
/** The form of 1.0. */
export const reported = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lobbyLine'), messageId: storedId }),
  z.object({ kind: z.literal('message'), messageId: storedId }),
  z.object({ kind: z.literal('roomLine'), roomId, lineId: z.string().min(1).max(64) }),
  z.object({ kind: z.literal('nickname'), userId }),
  z.object({ kind: z.literal('avatar'), userId }),
]);
export type Reported = z.infer<typeof reported>;

export const lobbyRoutes = routesOf('lobby', {
  listLobby: {
    method: 'GET',
    path: '/lobby/messages',
    auth: 'optional',
    meaning: 'Returns up to 50 lobby lines, newest first, sent before `before` (epoch ms).',
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    reply: z.array(lobbyMessage),
  },
  sayInLobby: {
    method: 'POST',
    path: '/lobby/message',
    auth: 'social',
    stoppedBy: 'mute',
    meaning: 'Sends a lobby line.',
    body: z.object({ content: writtenText(LOBBY_LENGTH) }),
    reply: lobbyMessage,
    status: 201,
  },
  getLobbyInfo: {
    method: 'GET',
    path: '/lobby/info',
    auth: 'public',
    meaning: 'Returns announcement and group number; empty if there is none.',
    reply: z.object({ announcement: z.string(), groupNumber: z.string() }),
  },
  reportLine: {
    method: 'POST',
    path: '/lobby/report',
    auth: 'social',
    meaning: 'Reports a line, once per user.',
    body: z.object({ messageId: storedId }),
    reply: done,
  },
  listTournaments: {
    method: 'GET',
    path: '/tournaments',
    auth: 'play',
    meaning: 'Lists tournaments: next ones first, then past ones, last first.',
    reply: z.array(tournament),
  },
});
