import type { Attack, Target } from '../attack.ts';
import { attend, enter, newUser } from '../attendant.ts';
import { giveUpAfter, NOT_EARLY, startByLink } from '../rated-games.ts';

const LOSERS = 8;
const GAMES_EACH = 2;
const GAMES = LOSERS * GAMES_EACH;
/** Without the weight for arranged games the second rating is 1974. */
const MOST_RATING = { early: 1_550, late: 1_920 };

/** A new account wins rated games by link against new accounts, each resigned after `plies`. */
async function buyWins(target: Target, plies: number): Promise<{ rating: number; reds: number }> {
  const winner = await attend(target, '买胜的人');
  let [rating, reds] = [0, 0];
  for (let n = 0; n < LOSERS; n++) {
    const loser = await enter(target, { ...newUser(target), address: target.newAddress() });
    for (let game = 0; game < GAMES_EACH; game++) {
      const started = await startByLink(winner, loser);
      if (started.red === winner) reds++;
      rating = await giveUpAfter(plies, started, { loser, winner });
    }
    loser.socket.close();
  }
  winner.socket.close();
  return { rating, reds };
}

export const boughtWins: Attack = {
  name: 'bought-wins',
  what: `${LOSERS} new accounts each resign ${GAMES_EACH} rated games by link against one account, which chooses red, after two plies. Another ${LOSERS} resign against another account after ${NOT_EARLY} plies.`,
  aim: `The winners’ ratings stay under ${MOST_RATING.early} and ${MOST_RATING.late}; the winner is red in only some of the games.`,
  slow: true,
  async run(target) {
    const early = await buyWins(target, 2);
    const late = await buyWins(target, NOT_EARLY);
    const reds = early.reds + late.reds;
    const figures = {
      'rating after early ends': String(early.rating),
      'after later ends': String(late.rating),
      'as red': `${reds} of ${2 * GAMES}`,
    };
    const isHeld = early.rating < MOST_RATING.early && late.rating < MOST_RATING.late;
    return { figures, holds: isHeld && reds > 0 && reds < 2 * GAMES };
  },
};
