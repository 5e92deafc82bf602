import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';
import { addEntry } from '../store/log.ts';
import { tournamentCancelled } from '../texts.ts';

/**
 * Cancels a tournament before its start, with an entry in the log. Idempotent: the entry of a process that was killed in between is
 * added by the next call. Throws TOURNAMENT_NOT_FOUND and TOURNAMENT_BEGUN.
 */
export async function cancelTournament(
  context: Pick<ModerationContext, 'ask' | 'log' | 'transactions' | 'fetchProfiles' | 'now'>,
  { userId, requestId }: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<{ name: string }> {
  const { ask, log, transactions, fetchProfiles, now } = context;
  const profile = (await fetchProfiles([userId], { requestId })).get(userId);
  if (profile === undefined) throw errorOf('USER_NOT_FOUND');
  const { name } = await ask(ROUTES.stopTournament, { params: { id } }, { requestId });
  const key = `tournament:${id}`;
  await transactions.run('log', async (session) => {
    if ((await log.exists({ key }).session(session)) !== null) return;
    const by = { byId: userId, by: profile.nickname };
    const what = tournamentCancelled(name);
    await addEntry(context, { key, at: now(), ...by, what, person: null, reason }, session);
  });
  return { name };
}
