import { publicUser, userId } from '../entities.ts';
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
  sanctionReview,
  storedId,
} from '../moderation.ts';
import { MAX_APPEAL, MAX_REPORT_NOTE, REPORT_KINDS, SANCTION_KINDS, VIOLATIONS } from '../sanctions.ts';
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
    reply: z.array(sanctionReview),
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
  listLog: {
    method: 'GET',
    path: '/admin/log',
    auth: 'moderate',
    meaning: 'Returns up to 100 entries of the log, newest first, before number `before`.',
    query: z.object({ before: z.coerce.number().int().positive().optional(), userId: userId.optional() }),
    reply: z.array(logEntry),
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
