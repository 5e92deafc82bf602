import { lobbyMessage, writtenText } from '../entities.ts';
import { routesOf } from '../http.ts';
import { LOBBY_LENGTH } from '../limits.ts';
import { MAX_HIDDEN_LINES, storedId } from '../moderation.ts';
import { siteNotice } from '../site.ts';
import { tournamentId } from '../tournaments.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

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
  listTournamentLines: {
    method: 'GET',
    path: '/lobby/tournaments/:id/messages',
    auth: 'optional',
    meaning:
      'Returns up to 50 lines of the chat of a tournament, newest first, sent before `before` (epoch ms).',
    params: z.object({ id: tournamentId }),
    query: z.object({ before: z.coerce.number().int().positive().optional() }),
    reply: z.array(lobbyMessage),
  },
  sayInTournament: {
    method: 'POST',
    path: '/lobby/tournaments/:id/messages',
    auth: 'social',
    stoppedBy: 'mute',
    meaning: 'Sends a line to the chat of a tournament.',
    params: z.object({ id: tournamentId }),
    body: z.object({ content: writtenText(LOBBY_LENGTH) }),
    reply: lobbyMessage,
    status: 201,
  },
  getLobbyInfo: {
    method: 'GET',
    path: '/lobby/info',
    auth: 'public',
    meaning:
      'Returns announcement and group number; empty if there is none, or if the group is not to be shown. `announcementEn`: for readers without Chinese.',
    reply: z.object({
      announcement: z.string(),
      announcementEn: z.string().optional(),
      groupNumber: z.string(),
    }),
  },
  getSite: {
    method: 'GET',
    path: '/site',
    auth: 'public',
    meaning:
      'Returns what operators set for all pages: a maintenance (from 24 hours before it), no new games (`readOnly`), features that are off.',
    reply: siteNotice,
  },
  showLobbyFile: {
    method: 'POST',
    path: '/internal/lobby/file',
    auth: 'service',
    meaning: 'Returns announcement and group number of the file of the operators.',
    reply: z.object({ announcement: z.string(), groupNumber: z.string() }),
  },
  showLobbyLine: {
    method: 'POST',
    path: '/internal/lobby/line',
    auth: 'service',
    meaning:
      'Returns a line with those around it in the same chat, oldest first; `NOT_FOUND` if it has expired. `tournamentId`: null for the lobby.',
    body: z.object({ messageId: storedId }),
    reply: z.object({
      line: lobbyMessage,
      around: z.array(lobbyMessage),
      tournamentId: tournamentId.nullable(),
    }),
  },
  hideLobbyLines: {
    method: 'POST',
    path: '/internal/lobby/hide',
    auth: 'service',
    meaning: 'Hides lines from all users. Idempotent.',
    body: z.object({ messageIds: z.array(storedId).min(1).max(MAX_HIDDEN_LINES) }),
    reply: done,
  },
});
