import { routesOf } from '../http.ts';
import { reason, storedId } from '../moderation.ts';
import { shownSettings, siteChange, siteState } from '../site.ts';
import { tournamentId } from '../tournaments.ts';
import { z } from '../zod.ts';

/** Settings of the site in the console. */
export const siteRoutes = routesOf('moderation', {
  showSite: {
    method: 'GET',
    path: '/admin/site',
    auth: 'moderate',
    meaning: 'Returns the settings of the site, figures of this moment, health, and the users online today.',
    reply: siteState,
  },
  changeSite: {
    method: 'PUT',
    path: '/admin/site',
    auth: 'operate',
    meaning:
      'Changes settings of the site of a known version (`SITE_CHANGED`). All processes apply them within seconds. A repeated `id` changes nothing.',
    body: z.object({ id: storedId, version: z.int().min(0), change: siteChange, reason }),
    reply: z.object({ version: z.int(), settings: shownSettings }),
  },
  cancelAnyTournament: {
    method: 'POST',
    path: '/admin/tournaments/:id/cancel',
    auth: 'moderate',
    meaning: 'Cancels a tournament before its start; the players are notified. Idempotent.',
    params: z.object({ id: tournamentId }),
    body: z.object({ reason }),
    reply: z.object({ name: z.string() }),
  },
});
