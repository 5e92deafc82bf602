import { session } from '../../client/session.ts';
import { storage } from '../../client/storage.ts';
import { OPPONENTS, type Opponent } from '../../shared/device-games/opponents.ts';
import { isReadyFor, readTallies, type Tallies } from './tally.ts';
import { t } from './texts.ts';

/** Returns the tallies of the user on this device. */
export function ownTallies(): Tallies {
  return readTallies(storage, session.store.getState().user?._id ?? null);
}

/** `3 胜 4 负` */
export function scoreText(tallies: Tallies, { level }: Opponent): string {
  const tally = tallies[level - 1]!;
  if (tally.won + tally.lost + tally.drawn === 0) return t('tally.none');
  return t(tally.drawn > 0 ? 'tally.scoreDrawn' : 'tally.score', { ...tally });
}

/** `对功夫熊猫：3 胜 4 负` */
export function againstText(tallies: Tallies, opponent: Opponent): string {
  const name = t(`opponent.${opponent.key}.name`);
  return t('tally.against', { name, score: scoreText(tallies, opponent) });
}

/** Returns the next opponent after two wins in a row; null before that, or if it was already beaten. */
export function nextOpponent(tallies: Tallies, { level }: Opponent): Opponent | null {
  const next = OPPONENTS.find((one) => one.level === level + 1);
  return next && isReadyFor(tallies, next.level) ? next : null;
}

/** `连胜可爱小兔 3 局，该会会功夫熊猫了。` */
export function streakText(tallies: Tallies, beaten: Opponent, next: Opponent): string {
  return t('tally.streak', {
    name: t(`opponent.${beaten.key}.name`),
    count: tallies[beaten.level - 1]!.streak,
    next: t(`opponent.${next.key}.name`),
  });
}
