import type { RouteReply, SiteSettings } from '@doushouqi/protocol';
import { announcementAt, type ROUTES } from '@doushouqi/protocol/server';
import { parseJson } from '@doushouqi/service-kit';
import { z } from 'zod';

/** Schema of `LOBBY_CONFIG_FILE`. Unknown fields are refused as typing errors. */
const lobbyConfig = z.strictObject({
  announcement: z.string().trim().max(500),
  groupNumber: z.string().trim().max(40),
  /** Files of earlier versions have it. The service of tournaments has its own file. */
  tournaments: z.unknown().optional(),
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
