import type { Letter, SanctionRecord } from '@doushouqi/protocol';
import type { StoredSanction } from '../models.ts';
import { appealUntilOf, isInForce } from '../policies/sanctions.ts';

/** Presents a sanction as the person concerned reads it. `now` in epoch ms. */
export function presentLetter(stored: StoredSanction, now: number): Letter {
  const { _id, kind, text, quotes, hidesLines, from, until, appeal, seenAt } = stored;
  const answer = appeal?.answer ?? null;
  return {
    id: _id.toString(),
    kind,
    text,
    quotes,
    hidesLines,
    from,
    until,
    isActive: isInForce(stored, now),
    appealUntil: appealUntilOf(stored, now),
    appeal: appeal && { text: appeal.text, at: appeal.at, answer },
    isSeen: seenAt !== null,
  };
}

/** Presents a sanction for operators. */
export function presentSanction(stored: StoredSanction, now: number): SanctionRecord {
  const { userId, state, violation, returnsPoints = false, reason, by, second, end } = stored;
  return {
    ...presentLetter(stored, now),
    userId,
    origins: stored.origins ?? [],
    coversMembers: stored.coversMembers ?? false,
    state,
    violation,
    returnsPoints,
    reason,
    by,
    second: second?.by ?? null,
    end: end && { by: end.by, reason: end.reason, at: end.at },
  };
}
