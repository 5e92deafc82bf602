import type { RouteInput, RouteReply, SanctionOrigin, SanctionRecord } from '@doushouqi/protocol';
import { ROUTES } from '@doushouqi/protocol/server';
import { errorOf, rangeBits, rangeText } from '@doushouqi/service-kit';
import type { Actor, ModerationContext } from '../context.ts';
import { originEndOf } from '../policies/sanctions.ts';
import { presentSanction } from '../presenters/sanctions.ts';
import { assertRoom } from '../store/mirror.ts';
import { closedAmong, operatorOf } from '../store/people.ts';
import { originNames } from '../texts.ts';
import { presentReviews } from './decide.ts';
import { carryOut } from './effects.ts';
import { type ActionParts, newSanction, storeSanction } from './impose.ts';

const MOST_LISTED = 200;
const DAY_MS = 86_400_000;
/** Days for which ended ones are listed; longer than any lasts. */
const SHOWN_DAYS = 180;

/** Returns an origin in its canonical form. */
function canonical({ of, value }: SanctionOrigin): SanctionOrigin {
  return { of, value: of === 'network' ? rangeText(rangeBits(value)!) : value };
}

/**
 * Imposes a sanction on an address range or a device, as `impose` does on a person. Throws OWN_NETWORK for a range of this
 * site's own networks, TOO_MANY_ORIGINS.
 */
export async function imposeOnOrigin(
  context: ActionParts & Pick<ModerationContext, 'inner'>,
  actor: Actor,
  { origin: given, ...order }: RouteInput<(typeof ROUTES)['imposeOnOrigin']>['body'],
): Promise<SanctionRecord> {
  const { sanctions, inner, now } = context;
  const known = await sanctions.findById(order.id).lean();
  if (known !== null) return presentSanction(known, now());
  const origin = canonical(given);
  if (origin.of === 'network' && inner.meets(origin.value)) throw errorOf('OWN_NETWORK');
  await assertRoom(context, 1);
  const operator = await operatorOf(context, actor);
  const origins = [origin];
  const subject = { userId: null, nickname: originNames(origins), quotes: [], hidesLines: false, origins };
  const { sanction, isNew } = await storeSanction(context, {
    ...{ id: order.id, operator, person: null },
    create: (at) => newSanction({ ...order, ...operator, ...subject }, at),
  });
  if (isNew) await carryOut(context, sanction);
  return presentSanction(sanction, now());
}

type Parts = Pick<ModerationContext, 'sanctions' | 'fetchProfiles' | 'ask' | 'now'>;

/** Lists the sanctions of address ranges and devices: current and pending ones, and those that ended in the last days. */
export async function listOriginSanctions(
  context: Parts,
  actor: Actor,
): Promise<RouteReply<(typeof ROUTES)['listOriginSanctions']>> {
  const { sanctions, now } = context;
  const at = now();
  const found = await sanctions
    .find({ 'origins.0': { $exists: true }, from: { $gt: at - SHOWN_DAYS * DAY_MS } })
    .sort({ from: -1 })
    .limit(2 * MOST_LISTED)
    .lean();
  const [current, ended] = [true, false].map((isCurrent) =>
    found
      .filter((one) => {
        const isActive = one.state === 'active' && originEndOf(one) > at;
        return (one.state === 'pending' || isActive) === isCurrent;
      })
      .slice(0, MOST_LISTED),
  );
  return {
    current: await presentReviews(context, actor, current!),
    ended: await presentReviews(context, actor, ended!),
  };
}

/** Shows which accounts an address range or a device had in the last days. */
export async function showOrigin(
  context: Parts,
  { requestId }: Actor,
  origin: SanctionOrigin,
): Promise<RouteReply<(typeof ROUTES)['showOrigin']>> {
  const { accounts, ...counts } = await context.ask(ROUTES.countAccounts, { body: origin }, { requestId });
  const closed = await closedAmong(
    context,
    accounts.map(({ person }) => person._id),
  );
  return { ...counts, accounts: accounts.map((one) => ({ ...one, isClosed: closed.has(one.person._id) })) };
}
