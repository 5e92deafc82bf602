import { publicUser, userId } from '../entities.ts';
import { flaggedPerson, peerFigures, playFigures, playFlag } from '../fair-play.ts';
import { roomId } from '../forms.ts';
import { recordPlayer } from '../game-records.ts';
import { routesOf } from '../http.ts';
import {
  appealText,
  fileOrigins,
  letter,
  letterText,
  logEntry,
  ownReport,
  reason,
  relatedAccount,
  reportCase,
  reportRecord,
  sanction,
  storedId,
} from '../moderation.ts';
import { sanctionOrigin } from '../origins.ts';
import {
  MAX_APPEAL,
  MAX_ORIGIN_DAYS,
  MAX_ORIGIN_TEXT,
  MAX_REPORT_NOTE,
  ORIGIN_SANCTIONS,
  PLAY_FLAGS,
  REPORT_KINDS,
  SANCTION_KINDS,
  VIOLATIONS,
} from '../sanctions.ts';
import { shownSettings, siteChange, siteState } from '../site.ts';
import { z } from '../zod.ts';
import { done } from './done.ts';

/** The form of 1.0. */
const reported = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lobbyLine'), messageId: storedId }),
  z.object({ kind: z.literal('message'), messageId: storedId }),
  z.object({ kind: z.literal('roomLine'), roomId, lineId: z.string().min(1).max(64) }),
  z.object({ kind: z.literal('nickname'), userId }),
  z.object({ kind: z.literal('avatar'), userId }),
]);
export type Reported = z.infer<typeof reported>;

const newReport = z.object({
  kind: z.enum(REPORT_KINDS),
  /** A lobby line, `ROOM:LINE` for a room line, a message, a user, or `GAME:USER` for play. */
  id: z.string().min(1).max(90),
  reason: z.enum(VIOLATIONS),
  note: z.string().trim().max(MAX_REPORT_NOTE, `最多 ${MAX_REPORT_NOTE} 个字`).default(''),
  /** The reporter shows the operators the conversation around a message. */
  showConversation: z.boolean().default(false),
});
export type NewReport = z.input<typeof newReport>;

/** `hours`: null for ever; ignored for sanctions without an end. `id`: chosen by the client, so that a repetition counts once. */
export const newSanction = z.object({
  id: storedId,
  userId,
  kind: z.enum(SANCTION_KINDS),
  violation: z.enum(VIOLATIONS),
  hours: z
    .int()
    .min(1)
    .max(24 * 366)
    .nullable(),
  text: letterText,
  reason,
  /** The reports that led to it: their texts are quoted, and they are closed. */
  reports: z.array(storedId).max(100),
  /** The reported room and lobby lines are hidden. */
  hidesLines: z.boolean(),
  /** Points that opponents lost to the person come back; only with `mayReturnPoints`. */
  returnsPoints: z.boolean().default(false),
  /** New accounts and guests of the person's devices, or of the last address range, get it too. */
  alsoDevice: z.boolean().default(false),
  alsoRange: z.boolean().default(false),
});
export type NewSanction = z.input<typeof newSanction>;

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

/** `person`: null for a sanction of an address range or a device alone. */
const reviews = z.array(z.object({ person: publicUser.nullable(), sanction, mayDecide: z.boolean() }));
const withId = z.object({ sanctionId: storedId });
const withUser = z.object({ userId });
const withReason = z.object({ reason });

export const moderationRoutes = routesOf('moderation', {
  report: {
    method: 'POST',
    path: '/reports',
    auth: 'social',
    meaning:
      'Reports a line, a received message, a nickname, an avatar or how someone plays, once per user and subject. The services add the content. Also accepts the form of 1.0, without a reason.',
    body: z.union([newReport, reported]),
    reply: done,
  },
  reportLine: {
    method: 'POST',
    path: '/lobby/report',
    auth: 'social',
    meaning: 'Reports a lobby line, as clients of 1.0 do.',
    body: z.object({ messageId: storedId }),
    reply: done,
  },
  listOwnReports: {
    method: 'GET',
    path: '/account/reports',
    auth: 'self',
    meaning: 'Lists the reports of the caller and what became of them, newest first, at most 50.',
    reply: z.array(ownReport),
  },
  readOwnReports: {
    method: 'POST',
    path: '/account/reports/seen',
    auth: 'self',
    meaning: 'States that the caller has read the outcomes. Idempotent.',
    reply: done,
  },
  listLetters: {
    method: 'GET',
    path: '/account/sanctions',
    auth: 'self',
    meaning: 'Lists the sanctions of the caller, newest first, at most 50.',
    reply: z.array(letter),
  },
  readLetter: {
    method: 'POST',
    path: '/account/sanctions/:sanctionId/seen',
    auth: 'self',
    othersGet: 'NOT_FOUND',
    meaning: 'States that the caller has read it. Idempotent.',
    params: withId,
    reply: done,
  },
  appeal: {
    method: 'POST',
    path: '/account/sanctions/:sanctionId/appeal',
    auth: 'self',
    othersGet: 'NOT_FOUND',
    meaning: 'Appeals once, within 7 days (`APPEAL_CLOSED`). Another operator than the first answers.',
    params: withId,
    body: z.object({ text: appealText }),
    reply: letter,
  },
  listCases: {
    method: 'GET',
    path: '/admin/reports',
    auth: 'moderate',
    meaning:
      'Lists persons with open reports, highest score first, at most 200; `done`: closed ones, newest first.',
    query: z.object({ state: z.enum(['open', 'mine', 'done']).default('open') }),
    reply: z.object({
      cases: z.array(reportCase),
      open: z.int(),
      mine: z.int(),
      /** Sanctions that wait for a second operator, and appeals without an answer. */
      waiting: z.int(),
      appeals: z.int(),
      /** Persons with open flags of rated games. */
      flagged: z.int(),
      /** Persons handled today, and the median time of their reports until then (ms). */
      today: z.object({ handled: z.int(), medianWait: z.number().nullable() }),
    }),
  },
  showCase: {
    method: 'GET',
    path: '/admin/reports/:userId',
    auth: 'moderate',
    meaning: 'Returns the reports of a person of the last 90 days with their context.',
    params: withUser,
    reply: z.object({
      person: publicUser,
      isOnline: z.boolean(),
      roomId: z.string().nullable(),
      claimedBy: z.string().nullable(),
      isMine: z.boolean(),
      reports: z.array(reportRecord),
      sanctions: z.array(sanction),
      /** What was decided for other persons with the same violation, most frequent first. */
      precedents: z.array(
        z.object({ kind: z.enum(SANCTION_KINDS), hours: z.int().nullable(), count: z.int() }),
      ),
    }),
  },
  claimCase: {
    method: 'POST',
    path: '/admin/reports/:userId/claim',
    auth: 'moderate',
    meaning: 'Reserves a person for the caller for 10 minutes, or gives it back (`CASE_TAKEN`).',
    params: withUser,
    body: z.object({ on: z.boolean() }),
    reply: done,
  },
  dismissCase: {
    method: 'POST',
    path: '/admin/reports/:userId/dismiss',
    auth: 'moderate',
    meaning: 'Closes reports of a person as unfounded; their reporters count less. Idempotent.',
    params: withUser,
    body: withReason.extend({ reports: z.array(storedId).min(1).max(100) }),
    reply: done,
  },
  impose: {
    method: 'POST',
    path: '/admin/sanctions',
    auth: 'moderate',
    meaning:
      'Imposes a sanction at once; closures and 30 days or more wait for a second operator. A repeated `id` returns the first.',
    body: newSanction,
    reply: sanction,
  },
  listSanctions: {
    method: 'GET',
    path: '/admin/sanctions',
    auth: 'moderate',
    meaning: 'Lists sanctions that wait for a second operator, or those with an appeal without an answer.',
    query: z.object({ of: z.enum(['pending', 'appeals']) }),
    reply: reviews,
  },
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
      current: reviews,
      ended: reviews,
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
  decideSanction: {
    method: 'POST',
    path: '/admin/sanctions/:sanctionId/decision',
    auth: 'operate',
    meaning: 'Approves or refuses a pending sanction of another operator or moderator.',
    params: withId,
    body: withReason.extend({ approve: z.boolean() }),
    reply: sanction,
  },
  endSanction: {
    method: 'POST',
    path: '/admin/sanctions/:sanctionId/end',
    auth: 'moderate',
    meaning: 'Ends an active sanction early. Idempotent.',
    params: withId,
    body: withReason,
    reply: sanction,
  },
  answerAppeal: {
    method: 'POST',
    path: '/admin/sanctions/:sanctionId/answer',
    auth: 'moderate',
    meaning:
      'Answers an appeal, once; granting it ends the sanction. Not by who imposed it (`NOT_YOUR_OWN`).',
    params: withId,
    body: withReason.extend({ text: letterText, isGranted: z.boolean() }),
    reply: sanction,
  },
  showPerson: {
    method: 'GET',
    path: '/admin/people/:userId',
    auth: 'moderate',
    meaning: 'Returns what operators know of a person.',
    params: withUser,
    reply: z.object({
      person: publicUser,
      username: z.string(),
      role: z.string(),
      createdAt: z.number(),
      isOnline: z.boolean(),
      roomId: z.string().nullable(),
      formerNicknames: z.array(z.object({ nickname: z.string(), until: z.number() })),
      devices: z.array(
        z.object({ name: z.string(), network: z.string().nullable(), since: z.number(), seenAt: z.number() }),
      ),
      origins: fileOrigins,
      related: z.array(relatedAccount.extend({ isClosed: z.boolean() })),
      ratings: z.array(
        z.object({ class: z.string(), rating: z.int(), games: z.int(), provisional: z.boolean() }),
      ),
      games: z.array(
        z.object({
          gameId: z.string(),
          at: z.number(),
          /** Without id: the account was deleted. */
          opponent: recordPlayer,
          outcome: z.enum(['win', 'draw', 'loss']),
          plies: z.int(),
        }),
      ),
      /** Counts of the last 90 days. */
      conduct: z.object({
        reports: z.int(),
        upheld: z.int(),
        forfeits: z.int(),
        aborted: z.int(),
        blockedBy: z.int(),
      }),
      sanctions: z.array(sanction),
      log: z.array(logEntry),
    }),
  },
  listFlagged: {
    method: 'GET',
    path: '/admin/fair-play',
    auth: 'moderate',
    meaning: 'Lists persons with open flags of rated games, highest score first, at most 200.',
    reply: z.object({ people: z.array(flaggedPerson), open: z.int() }),
  },
  showFairPlay: {
    method: 'GET',
    path: '/admin/people/:userId/fair-play',
    auth: 'moderate',
    meaning:
      'Returns the flags of a person, the figures of the last check and those of others of the same strength.',
    params: withUser,
    reply: z.object({
      flags: z.array(playFlag),
      /** Null before the first check, and with too few decisions. */
      figures: playFigures.nullable(),
      /** The opponents of these games. */
      opponents: z.array(publicUser),
      /** Null for too few checked persons. */
      peers: peerFigures.nullable(),
      /** Whether a check is queued or runs. */
      check: z.enum(['none', 'waiting', 'running']),
      /** Users who reported the person's play in the last 90 days. */
      reporters: z.int(),
    }),
  },
  checkPerson: {
    method: 'POST',
    path: '/admin/people/:userId/check',
    auth: 'moderate',
    meaning: 'Queues a check of the person’s rated games, before those of the night. Idempotent.',
    params: withUser,
    reply: done,
  },
  dismissFlag: {
    method: 'POST',
    path: '/admin/people/:userId/flags/:kind/dismiss',
    auth: 'moderate',
    meaning: 'Hides a flag until games after this call give new evidence. Idempotent.',
    params: withUser.extend({ kind: z.enum(PLAY_FLAGS) }),
    body: withReason,
    reply: done,
  },
  countReturn: {
    method: 'GET',
    path: '/admin/people/:userId/return',
    auth: 'moderate',
    meaning: 'Counts the opponents and points that a sanction with `returnsPoints` would return now.',
    params: withUser,
    reply: z.object({ people: z.int(), points: z.int() }),
  },
  listLog: {
    method: 'GET',
    path: '/admin/log',
    auth: 'moderate',
    meaning: 'Returns up to 100 entries of the log, newest first, before number `before`.',
    query: z.object({ before: z.coerce.number().int().positive().optional(), userId: userId.optional() }),
    reply: z.array(logEntry),
  },
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
    body: withReason.extend({ id: storedId, version: z.int().min(0), change: siteChange }),
    reply: z.object({ version: z.int(), settings: shownSettings }),
  },
  appealFor: {
    method: 'POST',
    path: '/internal/appeals',
    auth: 'service',
    meaning: 'Returns the letter of the closure of an account, after appealing against it with `text`.',
    body: z.object({ userId, text: z.string().min(1).max(MAX_APPEAL).optional() }),
    reply: letter,
  },
  addToLog: {
    method: 'POST',
    path: '/internal/log',
    auth: 'service',
    meaning: 'Adds an entry to the log, for what operators do in other services.',
    body: z.object({
      /** A repetition adds nothing. */
      id: z.string().min(1).max(64),
      byId: userId,
      what: z.string().max(200),
      userId: userId.nullable(),
      reason: z.string().max(300),
    }),
    reply: done,
  },
});
