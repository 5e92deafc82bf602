import type { Reported } from '@doushouqi/protocol';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { LobbyContext } from './context.ts';
import type { StoredReport } from './models.ts';

type Parts = Pick<
  LobbyContext,
  'messages' | 'reports' | 'fetchProfiles' | 'fetchReported' | 'logger' | 'now'
>;

interface Report {
  reporterId: string;
  requestId: string;
}

/** What is reported: `key` is unique among all subjects, `line` its copy. */
interface Subject {
  kind: Reported['kind'];
  key: string;
  line: StoredReport['line'];
}

/** Stores a report, once per reporter and subject. It has no other effect. Throws NOT_YOURSELF for the reporter's own. */
async function file({ reports, logger, now }: Parts, reporterId: string, { kind, key, line }: Subject) {
  if (line.userId === reporterId) throw errorOf('NOT_YOURSELF');
  try {
    await reports.create({ messageId: key, kind, reporterId, line, at: new Date(now()) });
    logger.warn({ kind, key, userId: line.userId, reporterId }, 'reported');
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

/** Reports a lobby message. Throws NOT_FOUND for an expired message, NOT_YOURSELF for the reporter's own. */
export async function reportLobbyLine(context: Parts, reporterId: string, messageId: string): Promise<void> {
  const message = await context.messages.findById(messageId).lean();
  if (message === null) throw errorOf('NOT_FOUND');
  const { userId, nickname, content, at } = message;
  await file(context, reporterId, {
    kind: 'lobbyLine',
    key: messageId,
    line: { userId, nickname, content, at },
  });
}

/**
 * Reports a lobby line, a private message, a room line, a nickname or an avatar. The content comes from the service that has it, so no
 * reporter can invent it. Throws NOT_FOUND, ROOM_NOT_FOUND, USER_NOT_FOUND, NOT_YOURSELF.
 */
export async function report(
  context: Parts,
  { reporterId, requestId }: Report,
  reported: Reported,
): Promise<void> {
  const { fetchProfiles, fetchReported, now } = context;
  if (reported.kind === 'lobbyLine') return reportLobbyLine(context, reporterId, reported.messageId);
  const { kind } = reported;
  const said = await fetchReported(reported, reporterId, requestId);
  const userId = 'userId' in reported ? reported.userId : said?.fromId;
  if (userId === undefined) throw errorOf('NOT_FOUND');
  const user = (await fetchProfiles([userId], { requestId })).get(userId);
  if (user === undefined) throw errorOf('USER_NOT_FOUND');
  const { nickname, avatar } = user;
  const content = said?.content ?? (kind === 'avatar' ? avatar : nickname);
  const at = new Date(said?.timestamp ?? now());
  await file(context, reporterId, {
    kind,
    key: `${kind}:${said === undefined ? `${userId}:${content}` : said.key}`,
    line: { userId, nickname, content, at },
  });
}
