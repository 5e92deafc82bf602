import { z } from 'zod';
import { lobbyMessage, tournament, writtenText } from '../entities.ts';
import { defineRoute, done } from '../http.ts';
import { LOBBY_LENGTH } from '../limits.ts';

/** The last lines of the lobby, newest first. */
export const listLobby = defineRoute({
  method: 'GET',
  path: '/lobby/messages',
  auth: 'public',
  reply: z.array(lobbyMessage),
});

export const sayInLobby = defineRoute({
  method: 'POST',
  path: '/lobby/message',
  auth: 'user',
  body: z.object({ content: writtenText(LOBBY_LENGTH) }),
  reply: lobbyMessage,
  status: 201,
});

/** What the operators configured; an empty text means that there is none. */
export const getLobbyInfo = defineRoute({
  method: 'GET',
  path: '/lobby/info',
  auth: 'public',
  reply: z.object({ announcement: z.string(), groupNumber: z.string() }),
});

/** Brings a line to the operators' notice; the same line twice by one user is once. */
export const reportLine = defineRoute({
  method: 'POST',
  path: '/lobby/report',
  auth: 'user',
  body: z.object({ messageId: z.string().regex(/^[0-9a-f]{24}$/) }),
  reply: done,
});

/** Tournaments to come, running and over; the next one first, then the last one. */
export const listTournaments = defineRoute({
  method: 'GET',
  path: '/tournaments',
  auth: 'user',
  reply: z.array(tournament),
});
