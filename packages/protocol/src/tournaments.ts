import {
  isOffered,
  type LobbyMessage,
  NOT_OFFERED,
  pairingColor,
  publicUser,
  timeControl,
} from './entities.ts';
import { ARENA_MINUTES, ROUND_BREAK, SWISS_ROUNDS } from './limits.ts';
import { level } from './ratings.ts';
import { tournamentDescription, tournamentName, tournamentPassword } from './tournament-forms.ts';
import { z } from './zod.ts';

/** Tournaments on the wire (docs/tournaments.md). Times in epoch ms. */

export const TOURNAMENT_KINDS = ['arena', 'swiss'] as const;
export const tournamentKind = z.enum(TOURNAMENT_KINDS);
export type WireTournamentKind = z.infer<typeof tournamentKind>;

export const tournamentId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '比赛编号有误');

const order = level.shape.order;
/** The levels of both time classes of which the higher one counts; both ends are included. */
export const levelRange = z
  .object({ min: order, max: order })
  .refine(({ min, max }) => min <= max, '棋力范围有误');
export type LevelRange = z.infer<typeof levelRange>;

const chosen = {
  name: tournamentName,
  timeControl: timeControl.refine(isOffered, NOT_OFFERED),
  startsAt: z.int(),
  rated: z.boolean(),
  levels: levelRange.optional(),
  private: z.boolean().default(false),
  /** Of a private one; without it the address is enough to enter. */
  password: tournamentPassword.optional(),
  description: tournamentDescription.optional(),
};
export const arenaMinutes = z.int().min(ARENA_MINUTES.min).max(ARENA_MINUTES.max);
export const swissRounds = z.int().min(SWISS_ROUNDS.min).max(SWISS_ROUNDS.max);
export const roundBreak = z.int().min(ROUND_BREAK.min).max(ROUND_BREAK.max);
/** `checkIn`: players state before the start that they are present. `breakSeconds`: between two rounds. */
export const newTournament = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arena'), ...chosen, minutes: arenaMinutes }),
  z.object({
    kind: z.literal('swiss'),
    ...chosen,
    rounds: swissRounds,
    checkIn: z.boolean().default(false),
    breakSeconds: roundBreak.default(ROUND_BREAK.usual),
  }),
]);
export type NewTournament = z.output<typeof newTournament>;

export const tournamentPhase = z.enum(['coming', 'running', 'finished']);
export type TournamentPhase = z.infer<typeof tournamentPhase>;
/** `removed`: by forfeits. */
export const entryStatus = z.enum(['active', 'paused', 'left', 'removed']);

/** A tournament in the list. */
export const tournament = z.object({
  id: tournamentId,
  name: z.string(),
  kind: tournamentKind,
  timeControl,
  rated: z.boolean(),
  levels: levelRange.nullable(),
  isPrivate: z.boolean(),
  /** House bots play. */
  hasBots: z.boolean(),
  phase: tournamentPhase,
  startsAt: z.number(),
  /** Of an arena; of a Swiss the expected end. After the end, when it ended. */
  endsAt: z.number(),
  /** Of a Swiss, else null; `round`: the last one that began, 0 before. */
  rounds: z.int().nullable(),
  round: z.int(),
  players: z.int(),
  /** Running games. */
  games: z.int(),
  champion: publicUser.nullable(),
  /** The caller's status; null without entry. */
  mine: entryStatus.nullable(),
  /** The caller created it. */
  isOwn: z.boolean(),
});
export type Tournament = z.infer<typeof tournament>;

/** A game of the caller that runs. `isAwaited`: it has no room yet, or not before the end of the caller's game elsewhere. */
const ownGame = z.object({
  gameId: z.string(),
  roomId: z.string(),
  color: pairingColor,
  opponent: publicUser,
  round: z.int().nullable(),
  at: z.number(),
  isAwaited: z.literal(true).optional(),
});

/** The caller's entry. `points`: of an arena, or the score of a Swiss. `performance`: null without a game. */
export const ownEntry = z.object({
  status: entryStatus,
  isCheckedIn: z.boolean(),
  rank: z.int(),
  points: z.number(),
  wins: z.int(),
  draws: z.int(),
  losses: z.int(),
  performance: z.int().nullable(),
  /** Of an arena, wins in a row. */
  streak: z.int(),
  game: ownGame.nullable(),
  /** The half-point bye of the next round of a Swiss was requested. */
  hasBye: z.boolean(),
});
export type OwnEntry = z.infer<typeof ownEntry>;

/** A running game of the leaders. */
const topTable = z.object({ gameId: z.string(), roomId: z.string(), red: publicUser, blue: publicUser });

export const tournamentDetails = tournament.extend({
  description: z.string(),
  createdBy: publicUser.nullable(),
  /** Of a private one until its end, for its creator and its players; else null. */
  password: z.string().nullable(),
  /** When check-in opens; null without it. `checkedIn`: players who stated before the start that they are present. */
  checkInAt: z.number().nullable(),
  checkedIn: z.int(),
  /** Between two rounds of a Swiss; null for an arena. */
  breakSeconds: z.int().nullable(),
  /** When the next round of a Swiss starts; null while unknown. */
  nextAt: z.number().nullable(),
  tables: z.array(topTable),
  own: ownEntry.nullable(),
});
export type TournamentDetails = z.infer<typeof tournamentDetails>;

/** A cell of a Swiss: a round of a player; `none`: not paired. */
export const roundCell = z.enum([
  'win',
  'draw',
  'loss',
  'forfeitWin',
  'forfeitLoss',
  'bye',
  'halfBye',
  'playing',
  'none',
]);
export type RoundCell = z.infer<typeof roundCell>;

/** A row of the standings. `rating`: at entry; wins, draws and losses: of games, also by forfeit. */
export const standingsRow = z.object({
  rank: z.int(),
  user: publicUser,
  rating: z.int(),
  status: entryStatus,
  points: z.number(),
  wins: z.int(),
  draws: z.int(),
  losses: z.int(),
  isPlaying: z.boolean(),
  /** Before the start of a Swiss with check-in; else absent. */
  isCheckedIn: z.boolean().optional(),
  /** Of an arena: the last scores, wins in a row, performance rating (null without a game). */
  scores: z.array(z.int()).optional(),
  streak: z.int().optional(),
  performance: z.int().nullable().optional(),
  /** Of a Swiss: a cell for each round that began, and the tie-breaks in their order. */
  cells: z.array(roundCell).optional(),
  tieBreaks: z
    .object({
      buchholzCut: z.number(),
      buchholz: z.number(),
      sonnebornBerger: z.number(),
      wins: z.int(),
    })
    .optional(),
});
export type StandingsRow = z.infer<typeof standingsRow>;

/** Medals and best results of a player in finished public tournaments; `best`: by rank, then the newest. */
export const tournamentRecord = z.object({
  played: z.int(),
  medals: z.object({ gold: z.int(), silver: z.int(), bronze: z.int() }),
  best: z.array(
    z.object({
      id: tournamentId,
      name: z.string(),
      kind: tournamentKind,
      rank: z.int(),
      players: z.int(),
      endedAt: z.number(),
    }),
  ),
});
export type TournamentRecord = z.infer<typeof tournamentRecord>;

export const standingsPage = z.object({
  /** Rows before this page, and all rows. */
  from: z.int(),
  total: z.int(),
  rows: z.array(standingsRow),
});
export type StandingsPage = z.infer<typeof standingsPage>;

/** `void`: ended for no fault of a player, counts as no game. */
export const tournamentResult = z.enum(['red', 'blue', 'draw', 'void']);

/** A game of a tournament; `result` is null while it runs. */
export const tournamentGame = z.object({
  gameId: z.string(),
  roomId: z.string(),
  round: z.int().nullable(),
  red: publicUser,
  blue: publicUser,
  result: tournamentResult.nullable(),
  /** A side made no first move. */
  isForfeit: z.boolean(),
  plies: z.int(),
  at: z.number(),
  endedAt: z.number().nullable(),
});
export type TournamentGame = z.infer<typeof tournamentGame>;

/** A pairing of a Swiss round, by table; scores before the round. */
const roundPair = tournamentGame.extend({ table: z.int(), redPoints: z.number(), bluePoints: z.number() });
export const swissRound = z.object({
  round: z.int(),
  pairs: z.array(roundPair),
  /** A point for the odd player, half a point for a late entry or a requested bye. */
  byes: z.array(z.object({ user: publicUser, points: z.number() })),
});
export type SwissRound = z.infer<typeof swissRound>;

/** Personal events and updates. */
export const tournamentPaired = ownGame
  .omit({ isAwaited: true })
  .extend({ id: tournamentId, name: z.string() });
export type TournamentPaired = z.infer<typeof tournamentPaired>;

/**
 * `bye`: the player has no opponent in this round. `awaited`: the game of a Swiss waits a minute for the player,
 * who plays elsewhere. `removed`: by forfeits. `changed`, `cancelled`: by its creator or the
 * operators, before the start.
 */
export interface TournamentRound {
  id: string;
  name: string;
  step: 'checkIn' | 'started' | 'bye' | 'awaited' | 'removed' | 'ended' | 'changed' | 'cancelled';
  /** Of a Swiss, else null. */
  round: number | null;
}

/** `v` grows with each change. `top`: the first rows. */
export interface TournamentUpdate
  extends Pick<Tournament, 'id' | 'phase' | 'round' | 'players' | 'games'>,
    Pick<TournamentDetails, 'nextAt'> {
  v: number;
  top: StandingsRow[];
}

/** A line of a tournament's chat, for connections that watch it. */
export type TournamentLine = LobbyMessage & { tournamentId: string };
