import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { LobbyContext } from '../context.ts';

/**
 * Keeps a line for the operators, once for each reporter. Throws NOT_FOUND for a line that is not there any more,
 * NOT_YOURSELF for the reporter's own.
 */
export async function reportLine(
  { lines, reports, logger }: Pick<LobbyContext, 'lines' | 'reports' | 'logger'>,
  reporterId: string,
  messageId: string,
  now: number,
): Promise<void> {
  const line = await lines.findById(messageId).lean();
  if (line === null) throw errorOf('NOT_FOUND');
  const { userId, nickname, content, at } = line;
  if (userId === reporterId) throw errorOf('NOT_YOURSELF');
  try {
    await reports.create({
      messageId,
      reporterId,
      line: { userId, nickname, content, at },
      at: new Date(now),
    });
    logger.warn({ messageId, userId, reporterId }, 'lobby line reported');
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}
