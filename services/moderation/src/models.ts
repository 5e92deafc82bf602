import { PLAY_FLAGS, SANCTION_KINDS, VIOLATIONS } from '@doushouqi/protocol';
import {
  playFigures,
  quote,
  quotedTournament,
  SANCTION_STATES,
  sanctionOrigin,
  siteSettings,
} from '@doushouqi/protocol/server';
import { type DocumentOf, defineCollection, type ModelsOf, storedLogEntry } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { z } from 'zod';

const DAY_SECONDS = 86_400;
/** Days for which reports are stored. */
export const REPORT_DAYS = 90;
/** Days for which the numbers of users online are stored: the same day of the week before. */
const SAMPLE_DAYS = 15;
/** Days for which judged games are stored, for comparison with the person's own past. */
const JUDGED_DAYS = 180;

/** Epoch ms. */
const time = z.number();
const violation = z.enum(VIOLATIONS);
/** Empty for a game; mongoose accepts an empty text only with a default. */
const content = z.string().default('');
const storedQuote = quote.extend({ content });
/** Id and nickname, at that time, of an operator. */
const operator = { byId: z.string(), by: z.string() };

export const COLLECTIONS = {
  /** Reported texts, names, avatars and games, copied because they may expire or change first. */
  reports: defineCollection(
    // The old name, so that stored reports stay readable.
    'lobbyreports',
    z.object({
      _id: z.instanceof(Types.ObjectId).default(() => new Types.ObjectId()),
      /** Key of the subject, under the name that stored reports use. */
      messageId: z.string(),
      /** Absent in old reports, which are of lobby lines. */
      kind: z.enum(['lobbyLine', 'message', 'roomLine', 'nickname', 'avatar', 'play']).exactOptional(),
      reporterId: z.string(),
      /** The copy, under the name that stored reports use. */
      line: z.object({ userId: z.string(), nickname: z.string(), content, at: z.date() }),
      at: z.date(),
      // Absent in reports of 1.0:
      violation: violation.exactOptional(),
      note: z.string().exactOptional(),
      /** Of room lines and games. */
      place: z
        .object({ roomId: z.string().nullable(), gameId: z.string().nullable(), ply: z.number() })
        .exactOptional(),
      /** Of lines of its chat. */
      tournament: z.object(quotedTournament.shape).exactOptional(),
      context: z.array(storedQuote).exactOptional(),
      fen: z.string().nullable().exactOptional(),
      /** The sanction that it led to, also while that waits for a second operator. */
      sanctionId: z.string().exactOptional(),
      /** Epoch ms and outcome; absent while it is open. */
      closedAt: time.exactOptional(),
      outcome: z.enum(['acted', 'dismissed']).exactOptional(),
      /** The reporter has read the outcome. */
      seenAt: time.exactOptional(),
    }),
    [
      [{ messageId: 1, reporterId: 1 }, { unique: true }],
      [{ at: 1 }, { expireAfterSeconds: REPORT_DAYS * DAY_SECONDS }],
      [{ 'line.userId': 1, at: -1 }],
      [{ reporterId: 1, at: -1 }],
      [{ closedAt: 1, at: -1 }],
      [{ sanctionId: 1 }],
    ],
  ),
  /** Persons (`_id`) whose reports an operator has open. */
  cases: defineCollection('cases', z.object({ _id: z.string(), ...operator, until: z.date() }), [
    [{ until: 1 }, { expireAfterSeconds: 0 }],
  ]),
  sanctions: defineCollection(
    'sanctions',
    z.object({
      /** Chosen by the client. */
      _id: z.instanceof(Types.ObjectId),
      /** Null for one of an address range or a device alone. */
      userId: z.string().nullable(),
      /** Nickname of the person when it was imposed, or the address range or device. */
      nickname: z.string(),
      /** The address ranges and devices that it also stops; absent in old ones. */
      origins: z.array(z.object(sanctionOrigin.shape)).exactOptional(),
      /** It stops accounts there that are older. */
      coversMembers: z.boolean().exactOptional(),
      kind: z.enum(SANCTION_KINDS),
      violation,
      /** Null for ever, and for sanctions without an end. */
      hours: z.number().nullable(),
      /** What the person reads. */
      text: z.string(),
      reason: z.string(),
      quotes: z.array(storedQuote),
      hidesLines: z.boolean(),
      /** Points that opponents lost to the person come back. */
      returnsPoints: z.boolean().exactOptional(),
      ...operator,
      state: z.enum(SANCTION_STATES),
      /** Epoch ms; a pending one has the time at which it was imposed. */
      from: time,
      until: time.nullable(),
      second: z.object({ ...operator, reason: z.string(), at: time }).nullable(),
      end: z.object({ ...operator, reason: z.string(), at: time }).nullable(),
      appeal: z
        .object({
          text: z.string(),
          at: time,
          answer: z
            .object({ ...operator, text: z.string(), reason: z.string(), isGranted: z.boolean(), at: time })
            .nullable(),
        })
        .nullable(),
      /** Which decision of an operator it waits for. */
      waitsFor: z.enum(['second', 'answer']).nullable(),
      /** When the person has read it. */
      seenAt: time.nullable(),
      /** Effects that are not done yet (`Step`). */
      steps: z.array(z.string()),
      /** When they are tried next; null without any. */
      dueAt: time.nullable(),
    }),
    [
      [{ userId: 1, from: -1 }],
      [{ waitsFor: 1, from: 1 }],
      [{ dueAt: 1 }],
      [{ violation: 1, from: -1 }],
      // For the mirror in Redis, which has only what lasts.
      [{ kind: 1, until: 1 }],
      [{ 'origins.value': 1, from: -1 }],
    ],
  ),
  /** One document: what operators set for the site. */
  site: defineCollection(
    'site',
    z.object({ _id: z.string(), version: z.number(), settings: siteSettings, at: time, ...operator }),
  ),
  /** Users online at times (`_id`, epoch ms) five minutes apart. */
  samples: defineCollection(
    'onlinesamples',
    z.object({ _id: z.number(), online: z.number(), at: z.date() }),
    [[{ at: 1 }, { expireAfterSeconds: SAMPLE_DAYS * DAY_SECONDS }]],
  ),
  /** Judged rated games (`_id`), so that none is judged twice: the decisions of both sides, packed. */
  judged: defineCollection(
    'judgedgames',
    z.object({
      _id: z.string(),
      /** When the game ended. */
      at: z.date(),
      /** Red and blue. */
      players: z.array(z.string()),
      /** Until when a process judges it, epoch ms. */
      leaseUntil: time,
      /** Of the judging engine (`JUDGE_VERSION`); 0 until it is judged. */
      version: z.number(),
      red: z.array(z.number()),
      blue: z.array(z.number()),
    }),
    [[{ at: 1 }, { expireAfterSeconds: JUDGED_DAYS * DAY_SECONDS }], [{ players: 1, at: -1 }]],
  ),
  /** The figures of the last check of each person (`_id`). */
  checks: defineCollection('playchecks', playFigures.extend({ _id: z.string() }), [[{ band: 1, at: -1 }]]),
  /** Flags; `_id`: user and kind. */
  flags: defineCollection(
    'playflags',
    z.object({
      _id: z.string(),
      userId: z.string(),
      kind: z.enum(PLAY_FLAGS),
      score: z.number(),
      text: z.string(),
      /** Of the check. */
      at: time,
      games: z.array(z.string()),
      isOpen: z.boolean(),
      dismissed: z.object({ ...operator, reason: z.string(), at: time }).nullable(),
    }),
    [[{ isOpen: 1, score: -1 }], [{ userId: 1 }]],
  ),
  log: defineCollection('operatorlog', storedLogEntry, [
    [{ key: 1 }, { unique: true }],
    [{ 'person.id': 1, _id: -1 }],
  ]),
};

export type ModerationModels = ModelsOf<typeof COLLECTIONS>;
export type StoredReport = DocumentOf<typeof COLLECTIONS.reports>;
export type StoredSanction = DocumentOf<typeof COLLECTIONS.sanctions>;
export type StoredPlayFlag = DocumentOf<typeof COLLECTIONS.flags>;
export type StoredKind = NonNullable<StoredReport['kind']>;

/** Filter of the reports that wait for an operator. */
export const OPEN = { closedAt: null, sanctionId: null };
