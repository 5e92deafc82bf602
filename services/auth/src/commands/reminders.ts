import type { AuthContext } from '../context.ts';
import { emailWay, isSuspended } from '../policies/access.ts';

interface Reminder {
  userId: string;
  roomId: string;
  hoursLeft: number;
}

/**
 * Mails a member that the deadline of a move is near, if the operator sends e-mails and the member has a verified address
 * that is not suspended. A failure is only logged: the game shows the same.
 */
export async function mailReminder(
  { users, mailer, logger }: Pick<AuthContext, 'users' | 'mailer' | 'logger'>,
  { userId, roomId, hoursLeft }: Reminder,
): Promise<void> {
  const user = mailer && (await users.findById(userId).lean());
  if (!mailer || user?.email === undefined || isSuspended(emailWay(user), user.accessReview)) return;
  const text = `你有一局通信棋轮到你走，还剩大约 ${hoursLeft} 小时，到时没走就判负。\n\n${mailer.linkTo(`/play/room/${roomId}`)}\n\n不想再收到，请在设置里关掉“轮到我走”的通知。\n`;
  await mailer
    .send({ to: user.email, subject: `斗兽棋：还有 ${hoursLeft} 小时，轮到你走`, text })
    .catch((error: unknown) => logger.warn({ err: error, userId }, 'a reminder was not sent'));
}
