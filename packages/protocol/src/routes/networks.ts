import { publicUser } from '../entities.ts';
import { routesOf } from '../http.ts';
import { letterText, reason, sanction, sanctionReview, storedId } from '../moderation.ts';
import { sanctionOrigin } from '../origins.ts';
import { MAX_ORIGIN_DAYS, MAX_ORIGIN_TEXT, ORIGIN_SANCTIONS, VIOLATIONS } from '../sanctions.ts';
import { z } from '../zod.ts';

/** `coversMembers`: also accounts that are older than the sanction. `text`: for the persons concerned, with a contact for appeals. */
const newOriginSanction = z.object({
  id: storedId,
  origin: sanctionOrigin,
  kind: z.enum(ORIGIN_SANCTIONS),
  violation: z.enum(VIOLATIONS),
  hours: z
    .int()
    .min(1)
    .max(24 * MAX_ORIGIN_DAYS, `最长 ${MAX_ORIGIN_DAYS} 天`),
  text: letterText.max(MAX_ORIGIN_TEXT, `最多 ${MAX_ORIGIN_TEXT} 个字`),
  reason,
  coversMembers: z.boolean(),
});
export type NewOriginSanction = z.input<typeof newOriginSanction>;

/** Sanctions of address ranges and devices. */
export const networksRoutes = routesOf('moderation', {
  imposeOnOrigin: {
    method: 'POST',
    path: '/admin/networks',
    auth: 'moderate',
    meaning:
      'Imposes a sanction on an address range (at most /16, IPv6 /32) or a device, at most 90 days; otherwise as `impose`.',
    body: newOriginSanction,
    reply: sanction,
  },
  listOriginSanctions: {
    method: 'GET',
    path: '/admin/networks',
    auth: 'moderate',
    meaning:
      'Lists sanctions that stop an address range or a device, current and pending ones, and those of 180 days that ended; newest first, at most 200 each.',
    reply: z.object({
      current: z.array(sanctionReview),
      ended: z.array(sanctionReview),
    }),
  },
  showOrigin: {
    method: 'GET',
    path: '/admin/networks/use',
    auth: 'moderate',
    meaning:
      'Returns how many accounts an address range or a device had in the last 7 days, and the 20 that were seen last. Ranges below /24 and /48 count as those.',
    query: sanctionOrigin,
    reply: z.object({
      members: z.int(),
      guests: z.int(),
      accounts: z.array(
        z.object({ person: publicUser, createdAt: z.number(), seenAt: z.number(), isClosed: z.boolean() }),
      ),
    }),
  },
});
