import { publicUser, userId } from './entities.ts';
import { sanctionOrigin } from './origins.ts';
import { MAX_APPEAL, MAX_LETTER, MAX_REASON, REPORT_KINDS, SANCTION_KINDS, VIOLATIONS } from './sanctions.ts';
import { tournamentId } from './tournaments.ts';
import { z } from './zod.ts';

/** What users report and operators decide. Times in epoch ms. */

/** `acted`: a sanction followed. */
export const REPORT_STATES = ['open', 'acted', 'dismissed'] as const;

/** Lines hidden by one sanction, as many as reports lead to it. */
export const MAX_HIDDEN_LINES = 100;

/** Id of a document. */
export const storedId = z.string().regex(/^[0-9a-f]{24}$/);
/** Why an operator does something; goes to the log. */
export const reason = z
  .string('请写明理由')
  .trim()
  .min(1, '请写明理由')
  .max(MAX_REASON, `理由最多 ${MAX_REASON} 个字`);
/** What the person concerned reads. */
export const letterText = z
  .string('请写给对方的话')
  .trim()
  .min(1, '请写给对方的话')
  .max(MAX_LETTER, `最多 ${MAX_LETTER} 个字`);

/** What the person concerned answers. */
export const appealText = z
  .string('请写下理由')
  .trim()
  .min(1, '请写下理由')
  .max(MAX_APPEAL, `最多 ${MAX_APPEAL} 个字`);

/** The tournament of a chat, with its name at that time; null if it was not known. */
export const quotedTournament = z.object({ id: tournamentId, name: z.string().nullable() });

/** A text with its place; `roomId`, `gameId`, `ply` only of room lines, `tournament` only of lines of its chat. */
export const quote = z.object({
  fromId: userId,
  nickname: z.string(),
  content: z.string(),
  at: z.number(),
  roomId: z.string().optional(),
  gameId: z.string().nullable().optional(),
  ply: z.int().optional(),
  tournament: quotedTournament.optional(),
});
export type Quote = z.infer<typeof quote>;

const sanctionKind = z.enum(SANCTION_KINDS);

/** `pending`: waits for a second operator. `ended`: revoked, or an appeal was granted. */
export const SANCTION_STATES = ['pending', 'refused', 'active', 'ended'] as const;

const appeal = z.object({
  text: z.string(),
  at: z.number(),
  /** Null until it is answered. */
  answer: z.object({ text: z.string(), isGranted: z.boolean(), at: z.number() }).nullable(),
});

/** A sanction as the person concerned reads it. `until`: null for ever, or for a warning, a new name, a new avatar. */
export const letter = z.object({
  id: storedId,
  kind: sanctionKind,
  text: z.string(),
  quotes: z.array(quote.omit({ fromId: true, nickname: true })),
  /** The quoted lines are no longer shown to anyone. */
  hidesLines: z.boolean().optional(),
  from: z.number(),
  until: z.number().nullable(),
  isActive: z.boolean(),
  /** Until when an appeal is accepted; null after one, or too late. */
  appealUntil: z.number().nullable(),
  appeal: appeal.nullable(),
  isSeen: z.boolean(),
});
export type Letter = z.infer<typeof letter>;

/** A sanction as operators read it. */
export const sanction = letter.extend({
  /** Null for one of an address range or a device alone. */
  userId: userId.nullable(),
  /** The address ranges and devices that it also stops, in new accounts; `coversMembers`: in older ones too. */
  origins: z.array(sanctionOrigin),
  coversMembers: z.boolean(),
  state: z.enum(SANCTION_STATES),
  violation: z.enum(VIOLATIONS),
  /** Points that opponents lost to the person come back. */
  returnsPoints: z.boolean(),
  reason: z.string(),
  /** Nicknames of the operators; `second`: who approved or refused it, `end`: who ended it. */
  by: z.string(),
  second: z.string().nullable(),
  end: z.object({ by: z.string(), reason: z.string(), at: z.number() }).nullable(),
});
export type SanctionRecord = z.infer<typeof sanction>;

/** A sanction in a list. `person`: null for an address range or a device alone. `mayDecide`: the caller may decide on it. */
export const sanctionReview = z.object({
  person: publicUser.nullable(),
  sanction,
  mayDecide: z.boolean(),
});

/** From where a person came in the last days: devices by hash, and address ranges, the last used first. */
export const fileOrigins = z.object({ devices: z.array(z.string()), ranges: z.array(z.string()) });

/**
 * Another account of the same device or address range in the last 30 days. `accounts`: how many the range has had, as a
 * measure of how common it is; those of the device without a common range.
 */
export const relatedAccount = z.object({
  person: publicUser,
  createdAt: z.number(),
  seenAt: z.number(),
  sameDevice: z.boolean(),
  network: z.string().nullable(),
  accounts: z.int(),
});

/** A report as operators read it. `weight`: 1, less for reporters whose reports were often dismissed. */
export const reportRecord = z.object({
  id: storedId,
  kind: z.enum(REPORT_KINDS),
  violation: z.enum(VIOLATIONS),
  note: z.string(),
  quote,
  /** Lines around it, oldest first, with itself; of a private conversation only with the reporter's consent. */
  context: z.array(quote),
  /** The position at that time, in the notation of `docs/notation.md`; null without a game. */
  fen: z.string().nullable(),
  at: z.number(),
  reporter: publicUser,
  weight: z.number(),
  state: z.enum(REPORT_STATES),
});
export type ReportRecord = z.infer<typeof reportRecord>;

/** A report as its reporter reads it. `nickname`: of the reported person at that time. `isSeen`: the reporter has read the outcome, or there is none yet. */
export const ownReport = z.object({
  id: storedId,
  kind: z.enum(REPORT_KINDS),
  nickname: z.string(),
  at: z.number(),
  state: z.enum(REPORT_STATES),
  closedAt: z.number().nullable(),
  isSeen: z.boolean(),
});
export type OwnReport = z.infer<typeof ownReport>;

/** All open reports of one person. `score`: sorts the queue, nothing else. `claimedBy`: nickname of the operator who has it open. */
export const reportCase = z.object({
  person: publicUser,
  kinds: z.array(z.enum(REPORT_KINDS)),
  violation: z.enum(VIOLATIONS),
  excerpt: z.string(),
  reports: z.int(),
  reporters: z.int(),
  at: z.number(),
  score: z.number(),
  claimedBy: z.string().nullable(),
  isMine: z.boolean(),
});
export type ReportCase = z.infer<typeof reportCase>;

/** An entry of the log, which is only added to. `hash`: of this entry and the one before. */
export const logEntry = z.object({
  n: z.int(),
  at: z.number(),
  /** Nickname of the operator; `系统` or `命令行` for others. */
  by: z.string(),
  what: z.string(),
  /** Id and nickname at that time, or null. */
  person: z.object({ id: userId, nickname: z.string() }).nullable(),
  reason: z.string(),
  hash: z.string(),
});
export type LogEntry = z.infer<typeof logEntry>;
