import type { Attack } from '../attack.ts';
import { attend, enter, newUser } from '../attendant.ts';
import { giveUpEarly, startByLink } from '../rated-games.ts';

const LOSERS = 8;
const GAMES_EACH = 2;
const MOST_RATING = 1_550;

export const boughtWins: Attack = {
  name: 'bought-wins',
  what: `${LOSERS} new accounts each give up ${GAMES_EACH} rated games by link to one account, after two half-moves; it asks for red.`,
  aim: `The winner’s rating stays under ${MOST_RATING}; the winner is red in some games, not in all.`,
  slow: true,
  async run(target) {
    const winner = await attend(target, '买胜的人');
    let [rating, reds] = [0, 0];
    for (let n = 0; n < LOSERS; n++) {
      const loser = await enter(target, { ...newUser(target), address: target.newAddress() });
      for (let game = 0; game < GAMES_EACH; game++) {
        const started = await startByLink(winner, loser);
        if (started.red === winner) reds++;
        rating = await giveUpEarly(started, { loser, winner });
      }
      loser.socket.close();
    }
    winner.socket.close();
    const games = LOSERS * GAMES_EACH;
    const figures = { rating: String(rating), 'as red': `${reds} of ${games}` };
    return { figures, holds: rating < MOST_RATING && reds > 0 && reds < games };
  },
};
