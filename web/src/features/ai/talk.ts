import { type Game, gameMoves, outcome, type Side } from '@doushouqi/rules';

/** Moments on which the computer comments. `takes`, `taken`: a piece of the user, of its own. */
type Moment = 'start' | 'takes' | 'taken' | 'winning' | 'losing' | 'won' | 'lost' | 'drawn';

/** A comment, and the ply after which it is made. */
interface Remark {
  readonly moment: Moment;
  readonly ply: number;
}

/** Minimum number of plies between two comments on captures: more would annoy. */
const QUIET_PLIES = 8;
/** A lead of this many pieces gets a comment, once for each side. */
const LEAD = 3;

/** Returns the computer's last comment in a game; it is valid until the next one. Pure. */
export function lastRemark(game: Game, computer: Side): Remark {
  const said: Remark[] = [{ moment: 'start', ply: 0 }];
  const isNew = (moment: Moment): boolean => said.every((one) => one.moment !== moment);
  let lead = 0;
  gameMoves(game).forEach(({ side, capturedPiece }, index) => {
    if (capturedPiece === null) return;
    const ply = index + 1;
    lead += side === computer ? 1 : -1;
    const decisive = lead >= LEAD ? 'winning' : lead <= -LEAD ? 'losing' : null;
    const isQuiet = said.length > 1 && ply - said.at(-1)!.ply < QUIET_PLIES;
    if (decisive && isNew(decisive)) said.push({ moment: decisive, ply });
    else if (!isQuiet) said.push({ moment: side === computer ? 'takes' : 'taken', ply });
  });
  const { winner } = outcome(game);
  if (winner === null) return said.at(-1)!;
  const moment = winner === 'draw' ? 'drawn' : winner === computer ? 'won' : 'lost';
  return { moment, ply: gameMoves(game).length };
}
