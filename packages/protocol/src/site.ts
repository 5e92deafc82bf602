import { logEntry } from './moderation.ts';
import { seriesList } from './series.ts';
import {
  isReadOnly,
  MAINTENANCE_NOTICE,
  MAX_ANNOUNCEMENT,
  MAX_ANNOUNCEMENT_EN,
  MAX_ANNOUNCEMENTS,
  MAX_GROUP_NUMBER,
  MAX_MAINTENANCE,
  MAX_MAINTENANCE_TEXT,
  maintenanceEnd,
} from './site-times.ts';
import { shownText } from './text.ts';
import { z } from './zod.ts';

/**
 * What operators set for the whole site, without a deployment. Times in epoch ms. A field that is null leaves what the files of
 * the operators state (`ACCESS_FILE`, `LOBBY_CONFIG_FILE`, `TOURNAMENT_CONFIG_FILE`).
 */

export * from './site-times.ts';

/** Parts of the product that operators switch off. */
export const FEATURES = ['lobbyChat', 'rated'] as const;
export type Feature = (typeof FEATURES)[number];

const time = z.int().min(0).max(8_640_000_000_000_000);

/** A text of one line. */
function line(most: number, missing: string, tooLong: string) {
  return shownText(missing, '只能写一行，不含看不见的字符').refine(
    (text) => [...text].length <= most,
    tooLong,
  );
}

const announcement = z
  .object({
    /** Chosen by the client. */
    id: z.string().regex(/^[0-9a-f]{24}$/),
    zh: line(MAX_ANNOUNCEMENT, '请写公告', `公告最多 ${MAX_ANNOUNCEMENT} 个字`),
    /** For browsers whose languages have no Chinese. */
    en: line(MAX_ANNOUNCEMENT_EN, '请写英文公告', `英文公告最多 ${MAX_ANNOUNCEMENT_EN} 个字符`).optional(),
    from: time,
    /** Null: until it is withdrawn. */
    until: time.nullable(),
  })
  .refine(({ from, until }) => until === null || until > from, '公告要先开始、后结束');
export type Announcement = z.infer<typeof announcement>;

const maintenance = z.object({
  startsAt: time,
  minutes: z.int('请填分钟数').min(1, '至少 1 分钟').max(MAX_MAINTENANCE, '最长 24 小时'),
  text: line(MAX_MAINTENANCE_TEXT, '请写维护说明', `维护说明最多 ${MAX_MAINTENANCE_TEXT} 个字`),
  /** No new games from its start to its end, as with `readOnly`. */
  readOnly: z.boolean(),
});
export type Maintenance = z.infer<typeof maintenance>;

/** `proof`: each registration needs a proof of work. */
export const REGISTRATION = ['open', 'proof', 'closed'] as const;

const fields = {
  announcements: z
    .array(announcement)
    .max(MAX_ANNOUNCEMENTS, `最多排 ${MAX_ANNOUNCEMENTS} 条公告`)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, '公告的编号重复了'),
  /** Empty: none. */
  groupNumber: z.string().trim().max(MAX_GROUP_NUMBER, `群号最多 ${MAX_GROUP_NUMBER} 个字符`).nullable(),
  showsGroup: z.boolean(),
  registration: z.enum(REGISTRATION).nullable(),
  guests: z.boolean().nullable(),
  /** House bots take games. */
  bots: z.boolean(),
  /** False: switched off. */
  features: z.strictObject({ lobbyChat: z.boolean(), rated: z.boolean() } satisfies Record<
    Feature,
    z.ZodBoolean
  >),
  maintenance: maintenance.nullable(),
  /** No new games, no search, no challenges; running games go on. */
  readOnly: z.boolean(),
  /** The daily arena with house bots, and the series of tournaments. */
  dailyArena: z.boolean().nullable(),
  series: seriesList.nullable(),
};

/** Fields to change; others stay. */
export const siteChange = z
  .strictObject({ ...fields, features: fields.features.partial() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, '没有要改的');
export type SiteChange = z.input<typeof siteChange>;

/** What is set. Fields of a later version are dropped, those that an older one lacks get the default. */
export const siteSettings = z.object({
  announcements: fields.announcements.default([]),
  groupNumber: fields.groupNumber.default(null),
  showsGroup: fields.showsGroup.default(true),
  registration: fields.registration.default(null),
  guests: fields.guests.default(null),
  bots: fields.bots.default(true),
  features: z
    .object({ lobbyChat: z.boolean().default(true), rated: z.boolean().default(true) })
    .default({ lobbyChat: true, rated: true }),
  maintenance: fields.maintenance.default(null),
  readOnly: fields.readOnly.default(false),
  dailyArena: fields.dailyArena.default(null),
  series: fields.series.default(null),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** The same in a reply, where every field is there. */
export const shownSettings = z.object(fields);

/** A site on which operators have set nothing. */
export const NOTHING_SET: SiteSettings = siteSettings.parse({});

/** What every page needs to know. */
export const siteNotice = z.object({
  /** From 24 hours before its start to its end. */
  maintenance: z.object({ startsAt: z.number(), endsAt: z.number(), text: z.string() }).nullable(),
  readOnly: z.boolean(),
  /** Features that are off. */
  off: z.array(z.enum(FEATURES)),
});
export type SiteNotice = z.infer<typeof siteNotice>;

/** Returns what every page needs to know at `now`. Pure. */
export function siteNoticeAt(settings: SiteSettings, now: number): SiteNotice {
  const { maintenance: planned, features } = settings;
  const isShown =
    planned !== null && planned.startsAt - MAINTENANCE_NOTICE <= now && now < maintenanceEnd(planned);
  return {
    maintenance: isShown
      ? { startsAt: planned.startsAt, endsAt: maintenanceEnd(planned), text: planned.text }
      : null,
    readOnly: isReadOnly(settings, now),
    off: FEATURES.filter((name) => !features[name]),
  };
}

/** Parts of the product whose health operators see. */
export const SITE_PARTS = [
  'auth',
  'social',
  'lobby',
  'room',
  'pairing',
  'record',
  'rating',
  'tournament',
  'nodes',
  'timekeeper',
  'store',
  'redis',
] as const;
export type SitePart = (typeof SITE_PARTS)[number];

/** Health of a part. `ms`: time of its answer, null without one. `backlog`: jobs or games that wait for it. */
const siteHealth = z.object({
  name: z.enum(SITE_PARTS),
  state: z.enum(['up', 'slow', 'down']),
  ms: z.number().nullable(),
  backlog: z.int().nullable(),
  /** Processes and connections, of realtime nodes. */
  processes: z.int().nullable(),
  connections: z.int().nullable(),
});
export type SiteHealth = z.infer<typeof siteHealth>;

const figure = z.int().nullable();
/** Figures of this moment, null where the service that counts does not answer. */
export const siteFigures = z.object({
  at: z.number(),
  online: figure,
  running: figure,
  /** Users in the pools, and the longest wait there (ms). */
  waiting: figure,
  longestWait: figure,
  connections: figure,
  /** Since midnight of China. */
  finishedToday: figure,
  guestsToday: figure,
  registrationsToday: figure,
});
export type SiteFigures = z.infer<typeof siteFigures>;

/** Users online of one day, a sample every five minutes from midnight of China; null without a sample. */
const dayCurve = z.array(z.int().nullable());

/** A site as operators see it. */
export const siteState = z.object({
  version: z.int(),
  settings: shownSettings,
  /** The last change; null before the first. */
  changed: z.object({ at: z.number(), by: z.string() }).nullable(),
  /** What the files state, by which the fields that are null go; null while a service does not answer. */
  files: z.object({
    announcement: z.string().nullable(),
    groupNumber: z.string().nullable(),
    registration: z.enum(REGISTRATION).nullable(),
    guests: z.boolean().nullable(),
    dailyArena: z.boolean().nullable(),
    series: seriesList.nullable(),
  }),
  /** The last changes, newest first. */
  recent: z.array(logEntry),
  figures: siteFigures,
  health: z.array(siteHealth),
  /** `before`: the same day of the week before. */
  curve: z.object({ from: z.number(), today: dayCurve, before: dayCurve }),
});
export type SiteState = z.infer<typeof siteState>;
