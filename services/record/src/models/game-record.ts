import {
  endReason,
  gameRatings,
  RECORD_TYPES,
  recordPlayer,
  ruleSet,
  timeControl,
  winner,
} from '@doushouqi/protocol/server';
import { type DocumentOf, defineCollection, type ModelOf } from '@doushouqi/service-kit';
import { Types } from 'mongoose';
import { z } from 'zod';

export const recordType = z.enum(RECORD_TYPES);

/** `isBot` is not stored. */
const player = recordPlayer.extend({ _id: recordPlayer.shape._id.default(null) }).omit({ isBot: true });

/**
 * Stored games; winner -1 if unfinished. Moves are only in the record string. Only `filed`, `shareId`,
 * `ratings`, which a rated game gets when it is rated, and the name of a level (`nameLevels`) change.
 */
export const records = defineCollection(
  'gamerecords',
  z.object({
    _id: z.instanceof(Types.ObjectId).default(() => new Types.ObjectId()),
    /** Unique id of the game at its source. */
    gameId: z.string(),
    /** Only for online games. */
    roomId: z.string().exactOptional(),
    type: recordType,
    /** The user who saved a local game; absent for online games. */
    owner: z.string().exactOptional(),
    /** Nicknames and avatars at the time of storage. */
    players: z.object({ red: player, blue: player }),
    /** Absent in games older than named rule sets. */
    ruleSet: ruleSet.exactOptional(),
    /** FEN-like string of a set-up start; absent for the normal start. */
    start: z.string().optional(),
    record: z.string(),
    winner,
    endReason,
    /** Only for online games; null without clocks. */
    timeControl: timeControl.nullable().exactOptional(),
    /** Only for games of rated rooms. */
    rated: z.literal(true).exactOptional(),
    /** What the game belongs to. */
    context: z.string().optional(),
    ratings: gameRatings.exactOptional(),
    /** Kind and level of the computer; absent between two users. */
    aiType: z.string().exactOptional(),
    aiLevel: z.number().exactOptional(),
    /** Epoch ms. */
    startTime: z.number(),
    endTime: z.number(),
    /** Time of each move, ms since `startTime`. */
    moveTimes: z.array(z.number()),
    /** Absent in games older than histories, until `fileOld` has added them. */
    filed: z.boolean().exactOptional(),
    /** Id of the public link; absent until the game is shared. */
    shareId: z.string().exactOptional(),
  }),
  [
    [{ gameId: 1 }, { unique: true }],
    // Not unique: most games have none, and random ids do not collide.
    [{ shareId: 1 }],
    [{ filed: 1 }],
  ],
);

export type StoredGame = DocumentOf<typeof records>;
/** A game before storage. */
export type NewGame = Omit<StoredGame, '_id' | 'gameId' | 'filed' | 'shareId'>;
export type GameRecordModel = ModelOf<typeof records>;
