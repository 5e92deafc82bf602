import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { LobbyContext } from '../context.ts';

/**
 * Keeps a message for the operators, once for each reporter. Throws NOT_FOUND for a message that is not there any more,
 * NOT_YOURSELF for the reporter's own.
 */
export async function reportMessage(
  { messages, reports, logger }: Pick<LobbyContext, 'messages' | 'reports' | 'logger'>,
  reporterId: string,
  messageId: string,
  now: number,
): Promise<void> {
  const message = await messages.findById(messageId).lean();
  if (message === null) throw errorOf('NOT_FOUND');
  const { userId, nickname, content, at } = message;
  if (userId === reporterId) throw errorOf('NOT_YOURSELF');
  try {
    await reports.create({
      messageId,
      reporterId,
      line: { userId, nickname, content, at },
      at: new Date(now),
    });
    logger.warn({ messageId, userId, reporterId }, 'lobby message reported');
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}
