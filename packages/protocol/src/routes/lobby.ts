import { z } from 'zod';
import { lobbyMessage, tournament, writtenText } from '../entities.ts';
import { routesOf } from '../http.ts';
import { LOBBY_LENGTH } from '../limits.ts';
import { done } from './done.ts';

export const lobbyRoutes = routesOf('lobby', {
  listLobby: {
    method: 'GET',
    path: '/lobby/messages',
    auth: 'public',
    meaning:
      'At most 50 lines of the lobby, newest first; with `before` (epoch ms) those that were said until then.',
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    reply: z.array(lobbyMessage),
  },
  sayInLobby: {
    method: 'POST',
    path: '/lobby/message',
    auth: 'user',
    meaning: 'Says a line to everybody.',
    body: z.object({ content: writtenText(LOBBY_LENGTH) }),
    reply: lobbyMessage,
    status: 201,
  },
  getLobbyInfo: {
    method: 'GET',
    path: '/lobby/info',
    auth: 'public',
    meaning: 'Announcement and group number of the operators; an empty text means that there is none.',
    reply: z.object({ announcement: z.string(), groupNumber: z.string() }),
  },
  reportLine: {
    method: 'POST',
    path: '/lobby/report',
    auth: 'user',
    meaning: 'Brings a line to the operators’ notice; the same line twice by one user is once.',
    body: z.object({ messageId: z.string().regex(/^[0-9a-f]{24}$/) }),
    reply: done,
  },
  listTournaments: {
    method: 'GET',
    path: '/tournaments',
    auth: 'user',
    meaning: 'Tournaments to come, running and over; the next one first, then the last one.',
    reply: z.array(tournament),
  },
});
