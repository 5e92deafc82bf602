import type { Attack } from '../attack.ts';
import { type Attendant, attend } from '../attendant.ts';
import { outcome } from '../outcome.ts';

const POOL = { initial: 5, increment: 3, rated: true };
const RACERS = 6;

/** Resolves to the number of rooms in which these users are paired. */
async function tables(people: readonly Attendant[]): Promise<Map<string, number>> {
  const seats = new Map<string, number>();
  for (const { api } of people) {
    const { paired } = await api.getMyPairing();
    if (paired) seats.set(paired.roomId, (seats.get(paired.roomId) ?? 0) + 1);
  }
  return seats;
}

export const challengeRace: Attack = {
  name: 'challenge-race',
  what: `${RACERS} accounts accept one challenge in parallel, twice each; so does its owner; others withdraw it and guess ids.`,
  aim: 'One game with two players; all other requests are refused.',
  async run(target) {
    const owner = await attend(target, '挑战的人');
    const racers = await Promise.all(Array.from({ length: RACERS }, (_, n) => attend(target, `抢擂${n}`)));
    const { challenge } = await owner.api.createChallenge({ body: POOL });
    const it = { params: { id: challenge.id } };
    const others = await Promise.all([
      outcome(owner.api.acceptChallenge(it)),
      outcome(racers[0]!.api.removeChallenge(it)),
      outcome(racers[1]!.api.acceptChallenge({ params: { id: 'AAAAAAAAAAAA' } })),
    ]);
    const raced = await Promise.all(
      [...racers, ...racers].map(({ api }) => outcome(api.acceptChallenge(it))),
    );
    const won = new Set(raced.flatMap((one) => (typeof one === 'string' ? [] : [one.roomId])));
    const seats = await tables([owner, ...racers]);
    for (const { socket } of [owner, ...racers]) socket.close();
    const refused = others.filter((one) => typeof one === 'string').length;
    const figures = {
      games: String(seats.size),
      players: String([...seats.values()].reduce((sum, count) => sum + count, 0)),
      'refused beside': `${refused} of ${others.length}`,
    };
    const isOne = won.size === 1 && seats.size === 1 && seats.get([...won][0] ?? '') === 2;
    return { figures, holds: isOne && refused === others.length };
  },
};
