import type { Letter, SanctionRecord } from '@doushouqi/protocol';
import { errorOf } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';
import type { StoredSanction } from '../models.ts';
import { appealUntilOf, isOfTwo, isTold } from '../policies/sanctions.ts';
import { endSteps } from '../policies/steps.ts';
import { presentLetter, presentSanction } from '../presenters/sanctions.ts';
import { DEEDS } from '../texts.ts';
import { changeSanction, ENDED, findSanction } from './decide.ts';
import { type DeedParts, nameOf } from './impose.ts';

type Parts = Pick<ModerationContext, 'sanctions' | 'now'>;

/**
 * Stores the appeal of the person concerned, once and within the time. The same text again returns the letter. Throws
 * APPEAL_CLOSED.
 */
async function storeAppeal({ sanctions, now }: Parts, letter: StoredSanction, text: string): Promise<Letter> {
  const at = now();
  if (letter.appeal?.text === text) return presentLetter(letter, at);
  if (appealUntilOf(letter, at) === null) throw errorOf('APPEAL_CLOSED');
  const appeal = { text, at, answer: null };
  const { _id } = letter;
  const stored = await sanctions
    .findOneAndUpdate(
      { _id, state: 'active', appeal: null },
      { $set: { appeal, waitsFor: 'answer' } },
      { returnDocument: 'after' },
    )
    .lean();
  if (stored !== null) return presentLetter(stored, at);
  const other = await sanctions.findById(_id).lean();
  if (other?.appeal?.text !== text) throw errorOf('APPEAL_CLOSED');
  return presentLetter(other, at);
}

/** Appeals against a sanction of the caller. Throws NOT_FOUND, APPEAL_CLOSED. */
export async function appeal(
  context: Parts,
  userId: string,
  sanctionId: string,
  text: string,
): Promise<Letter> {
  const letter = await context.sanctions.findOne({ _id: sanctionId, userId }).lean();
  if (letter === null || !isTold(letter)) throw errorOf('NOT_FOUND');
  return storeAppeal(context, letter, text);
}

/** Returns the letter of the closure of an account, after appealing with `text`. Throws NOT_FOUND, APPEAL_CLOSED. */
export async function appealFor(context: Parts, userId: string, text: string | undefined): Promise<Letter> {
  const { sanctions, now } = context;
  const letter = await sanctions
    .findOne({
      ...{ userId, kind: 'close', state: 'active' },
      $or: [{ until: null }, { until: { $gt: now() } }],
    })
    .sort({ from: -1 })
    .lean();
  if (letter === null) throw errorOf('NOT_FOUND');
  return text === undefined ? presentLetter(letter, now()) : storeAppeal(context, letter, text);
}

interface Answer {
  sanctionId: string;
  text: string;
  reason: string;
  isGranted: boolean;
}

/**
 * Answers an appeal, once, and ends the sanction if it is granted. The same answer again returns it. Throws NOT_FOUND,
 * NOT_YOUR_OWN, OPERATORS_ONLY (granting what two operators decided), ALREADY_DECIDED.
 */
export async function answerAppeal(
  context: DeedParts,
  actor: Actor,
  { sanctionId, text, reason, isGranted }: Answer,
): Promise<SanctionRecord> {
  const sanction = await findSanction(context, actor, sanctionId);
  if (sanction.byId === actor.userId) throw errorOf('NOT_YOUR_OWN');
  if (sanction.appeal === null) throw errorOf('NOT_FOUND');
  const { answer } = sanction.appeal;
  if (answer?.byId === actor.userId && answer.text === text && answer.isGranted === isGranted)
    return presentSanction(sanction, context.now());
  if (isGranted && isOfTwo(sanction) && !actor.isOperator) throw errorOf('OPERATORS_ONLY');
  const { state } = sanction;
  const ends = isGranted && state === 'active';
  return changeSanction(context, {
    ...{ sanction, actor, reason, name: 'answer', only: { waitsFor: 'answer', state } },
    what: DEEDS.answered(nameOf(sanction), isGranted),
    fields: (operator, now) => ({
      'appeal.answer': { ...operator, text, reason, isGranted, at: now },
      waitsFor: null,
      // The person reads the letter again.
      seenAt: null,
      ...(ends && { ...ENDED, end: { ...operator, reason, at: now } }),
    }),
    steps: [...(ends ? endSteps(sanction) : []), 'answer:letter'],
  });
}
