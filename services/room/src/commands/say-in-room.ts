import { errorOf } from '@doushouqi/service-kit';
import type { RoomContext } from '../context.ts';
import { type AcceptedCommand, execute } from './execute.ts';

/** Says a line to everybody in the room. Throws IMPROPER_TEXT, and the room's own refusal. */
export async function sayInRoom(
  context: Pick<RoomContext, 'door' | 'moderator' | 'now'>,
  roomId: string,
  userId: string,
  content: string,
): Promise<AcceptedCommand> {
  const improper = await context.moderator.moderate(content);
  if (improper !== null) throw errorOf(improper);
  return execute(context, roomId, { type: 'say', userId, content });
}
