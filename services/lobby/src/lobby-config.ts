import type { RouteReply, SiteSettings, Tournament } from '@doushouqi/protocol';
import { announcementAt, type ROUTES, tournament } from '@doushouqi/protocol/server';
import { parseJson } from '@doushouqi/service-kit';
import { z } from 'zod';

/** Epoch ms, or an ISO time such as `2026-05-01T19:30:00+08:00`. */
const instant = z.union([z.int(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]);

const plannedTournament = z
  .strictObject({
    ...tournament.shape,
    _id: z.string().min(1).max(40),
    name: z.string().trim().min(1).max(60),
    description: z.string().trim().max(1_000).default(''),
    startTime: instant,
    endTime: instant,
    champion: z.string().trim().min(1).nullable().default(null),
  })
  .refine(({ startTime, endTime }) => startTime < endTime, 'ends before it starts');

/** Schema of `LOBBY_CONFIG_FILE`. Unknown fields are refused as typing errors. */
const lobbyConfig = z.strictObject({
  announcement: z.string().trim().max(500),
  groupNumber: z.string().trim().max(40),
  tournaments: z
    .array(plannedTournament)
    .max(200)
    .refine((list) => new Set(list.map(({ _id }) => _id)).size === list.length, 'an _id stands twice'),
});
export type LobbyConfig = z.output<typeof lobbyConfig>;

/** Parses the configuration. Throws one line that names every wrong field. */
export function parseLobbyConfig(text: string): LobbyConfig {
  return parseJson(lobbyConfig, text);
}

/**
 * Returns what the lobby shows at `now` (epoch ms): what operators set, else what the file states. Pure.
 */
export function lobbyInfo(
  file: Pick<LobbyConfig, 'announcement' | 'groupNumber'>,
  settings: SiteSettings,
  now: number,
): RouteReply<(typeof ROUTES)['getLobbyInfo']> {
  const { zh, en } = announcementAt(settings, now) ?? { zh: file.announcement };
  return {
    announcement: zh,
    ...(en !== undefined && { announcementEn: en }),
    groupNumber: settings.showsGroup ? (settings.groupNumber ?? file.groupNumber) : '',
  };
}

/** Sorts running and coming tournaments by start, then past ones, last first. `now` in epoch ms. */
export function inOrder(tournaments: readonly Tournament[], now: number): Tournament[] {
  const over = ({ endTime }: Tournament): boolean => endTime <= now;
  return [
    ...tournaments.filter((one) => !over(one)).sort((a, b) => a.startTime - b.startTime),
    ...tournaments.filter(over).sort((a, b) => b.endTime - a.endTime),
  ];
}
