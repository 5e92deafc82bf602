import {
  type Attempt,
  LEVELS,
  type Progress,
  parseProgress,
  type Stars,
  starsOf,
  withStars,
} from '@doushouqi/endgames';
import { ApiError } from '@doushouqi/protocol';
import { formatStepText, gameMoves } from '@doushouqi/rules';
import { api } from '../../client/api.ts';
import { createOwnedValue } from '../../client/owned-value.ts';
import { randomId } from '../../client/random-id.ts';
import { KEYS } from '../../client/storage.ts';

/** A solved level that the account has not confirmed: the player's moves as `x,y-x,y`, and what they cost. */
interface UnsentResult {
  readonly id: string;
  readonly level: string;
  readonly moves: readonly string[];
  readonly hints: number;
  readonly mistakes: number;
}

interface EndgameProgress {
  readonly stars: Progress;
  /** At most one for each level. */
  readonly unsent: readonly UnsentResult[];
}

/** Refusals of a result that no repetition changes. */
const FINAL: readonly string[] = ['LEVEL_NOT_SOLVED', 'INVALID_INPUT', 'NOT_FOUND'];

/** The user's stars, on this device and in the account. Only this module reads and writes them. */
const results = createOwnedValue<EndgameProgress>(KEYS.endgames, {
  parse,
  format: JSON.stringify,
  merge: (one, other) => ({
    stars: bestOf(one.stars, other.stars),
    unsent: other.unsent.reduce(withResult, one.unsent),
  }),
  async exchange({ unsent }) {
    for (const result of unsent) await send(result);
    const stored = await storedStars();
    return (now) => ({
      stars: bestOf(now.stars, stored),
      unsent: now.unsent.filter(({ id }) => !unsent.some((sent) => sent.id === id)),
    });
  },
});

/** Sends a result. One that the server refuses for good counts as sent. */
async function send({ level, moves, hints, mistakes }: UnsentResult): Promise<void> {
  try {
    await api.saveLevelResult({ params: { levelId: level }, body: { moves: [...moves], hints, mistakes } });
  } catch (error) {
    if (!(error instanceof ApiError) || !FINAL.includes(error.code)) throw error;
  }
}

async function storedStars(): Promise<Progress> {
  const { chapters } = await api.listEndgames({});
  const levels = chapters.flatMap((chapter) => chapter.levels);
  return Object.fromEntries(levels.map(({ id, stars }) => [id, stars as Stars]));
}

function bestOf(one: Progress, other: Progress): Progress {
  return LEVELS.reduce((best, level) => withStars(best, level, starsOf(other, level)), one);
}

/** The last result of a level has the most stars: others are not stored. */
function withResult(unsent: readonly UnsentResult[], result: UnsentResult): readonly UnsentResult[] {
  return [...unsent.filter(({ level }) => level !== result.level), result];
}

/** Reads a stored text, which is untrusted. Former versions stored the stars alone. */
function parse(text: string | null): EndgameProgress {
  try {
    const { stars, unsent } = JSON.parse(text ?? '{}') as Partial<EndgameProgress>;
    if (stars !== undefined)
      return {
        stars: parseProgress(JSON.stringify(stars)),
        unsent: (unsent ?? []).filter(({ moves }) => Array.isArray(moves)),
      };
  } catch {
    // Damaged: no stars.
  }
  return { stars: parseProgress(text), unsent: [] };
}

export function useProgress(): Progress {
  return results.useValue().stars;
}

/** Stores the stars of a solved level, if they are more than before, and sends the moves to the account. */
export function addStars({ level, game, hints, mistakes }: Attempt, earned: Stars): void {
  results.update(({ stars, unsent }) => {
    if (earned <= starsOf(stars, level)) return { stars, unsent };
    const moves = gameMoves(game)
      .filter((_, ply) => ply % 2 === 0)
      .map(formatStepText);
    const result = { id: randomId(8), level: level.id, moves, hints, mistakes };
    return { stars: withStars(stars, level, earned), unsent: withResult(unsent, result) };
  });
}
