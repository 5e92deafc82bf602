import { isOffered, timeControl } from './entities.ts';
import { TOURNAMENT_DESCRIPTION_LENGTH } from './limits.ts';
import { MAX_SERIES } from './site-times.ts';
import { tournamentName } from './tournament-forms.ts';
import { arenaMinutes, levelRange, roundBreak, swissRounds, tournamentKind } from './tournaments.ts';
import { z } from './zod.ts';

/** Series of tournaments that operators schedule (docs/tournaments.md). */

/** Flat, so that the store holds both kinds: `minutes` of an arena, `rounds` of a Swiss, never both. */
export const tournamentSeries = z
  .strictObject({
    /** Part of the ids of its events. */
    id: z.string().regex(/^[a-z0-9-]{1,20}$/, '编号用小写字母、数字和短横，最多 20 个'),
    kind: tournamentKind,
    name: tournamentName,
    description: z
      .string()
      .trim()
      .max(TOURNAMENT_DESCRIPTION_LENGTH, `说明最多 ${TOURNAMENT_DESCRIPTION_LENGTH} 个字`)
      .optional(),
    timeControl: timeControl.refine(isOffered, 'not offered'),
    /** Time of the start in China. */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间写成 HH:MM'),
    /** 0 is Sunday; without weekdays and days every day. */
    weekdays: z.array(z.int().min(0).max(6)).min(1).max(7).optional(),
    /** Days of the month. */
    days: z.array(z.int().min(1).max(31)).min(1).max(31).optional(),
    rated: z.boolean(),
    levels: levelRange.optional(),
    minutes: arenaMinutes.optional(),
    rounds: swissRounds.optional(),
    /** Of a Swiss. */
    /** Default: true, and `ROUND_BREAK.usual`. */
    checkIn: z.boolean().optional(),
    breakSeconds: roundBreak.optional(),
  })
  .superRefine(({ kind, minutes, rounds }, { addIssue }) => {
    const [own, other] =
      kind === 'arena' ? (['minutes', 'rounds'] as const) : (['rounds', 'minutes'] as const);
    const given = { minutes, rounds };
    if (given[own] === undefined) addIssue({ code: 'custom', path: [own], message: '缺少这一项' });
    if (given[other] !== undefined)
      addIssue({ code: 'custom', path: [other], message: '这种比赛没有这一项' });
  });
export type TournamentSeries = z.output<typeof tournamentSeries>;

export const seriesList = z
  .array(tournamentSeries)
  .max(MAX_SERIES, `最多 ${MAX_SERIES} 个系列赛`)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id stands twice');
