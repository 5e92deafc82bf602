import { type RouteInput, roomId, type Violation } from '@doushouqi/protocol';
import { type ROUTES, storedId, userId } from '@doushouqi/protocol/server';
import { errorOf, isDuplicate } from '@doushouqi/service-kit';
import type { ModerationContext } from '../context.ts';
import { fetchEvidence, type Reported, type Reporter } from './evidence.ts';

type Form = RouteInput<(typeof ROUTES)['report']>['body'];
type NewForm = Extract<Form, { reason: unknown }>;

/** A report as all forms state it. */
interface Statement {
  reported: Reported;
  violation: Violation;
  note: string;
}

/** Splits at the last colon. */
function pairOf(id: string): readonly [string, string] {
  const at = id.lastIndexOf(':');
  return [id.slice(0, Math.max(0, at)), id.slice(at + 1)];
}

/** Returns the subject that a form names; null for an id that is none of its kind. */
function subjectOf({ kind, id, showConversation }: NewForm): Reported | null {
  const isStored = storedId.safeParse(id).success;
  const [first, last] = pairOf(id);
  switch (kind) {
    case 'line':
      if (isStored) return { kind: 'lobbyLine', messageId: id };
      return roomId.safeParse(first).success && last !== ''
        ? { kind: 'roomLine', roomId: first, lineId: last }
        : null;
    case 'message':
      return isStored ? { kind, messageId: id, showConversation } : null;
    case 'play':
      return first !== '' && userId.safeParse(last).success ? { kind, gameId: first, userId: last } : null;
    default:
      return userId.safeParse(id).success ? { kind, userId: id } : null;
  }
}

/** Reads a report in any form. That of 1.0 states no violation. Throws INVALID_INPUT. Pure. */
export function readReport(form: Form): Statement {
  if (!('reason' in form)) {
    const reported = form.kind === 'message' ? { ...form, showConversation: false } : form;
    return { reported, violation: 'other', note: '' };
  }
  const reported = subjectOf(form);
  if (reported === null) throw errorOf('INVALID_INPUT');
  return { reported, violation: form.reason, note: form.note };
}

/**
 * Stores a report with its content, which the service that has it states; once for each reporter and subject. Throws NOT_YOURSELF
 * and what `fetchEvidence` throws.
 */
export async function report(
  context: Pick<ModerationContext, 'reports' | 'ask' | 'fetchProfiles' | 'online' | 'logger' | 'now'>,
  reporter: Reporter,
  { reported, violation, note }: Statement,
): Promise<void> {
  const { reports, logger, now } = context;
  const { reporterId } = reporter;
  const { key, ...evidence } = await fetchEvidence(context, reported, reporter);
  const { line, kind } = evidence;
  if (line.userId === reporterId) throw errorOf('NOT_YOURSELF');
  try {
    const at = new Date(now());
    await reports.create({ ...evidence, messageId: key, reporterId, violation, note, at });
    logger.info({ kind, key, userId: line.userId, reporterId, violation }, 'reported');
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}
