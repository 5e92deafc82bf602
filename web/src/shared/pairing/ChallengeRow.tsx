import type { Challenge } from '@doushouqi/protocol';
import { levelOf } from '@doushouqi/rating/levels';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './ChallengeRow.module.css';
import { challengeText } from './challenge-texts.ts';
import { challengeLink, useAnswering, whatOffered } from './challenges.ts';
import { controlText } from './pools.ts';
import { t } from './texts.ts';

/** A challenge that the user may accept. */
export function ChallengeRow({ challenge }: { challenge: Challenge }) {
  const { busy, accept } = useAnswering(challenge);
  const { from, range } = challenge;
  const what = whatOffered(challenge);
  return (
    <li className={styles.row}>
      <Avatar file={from.avatar} size={38} online />
      <div className={styles.who}>
        <p className={styles.name}>
          <strong>{from.nickname}</strong>
          <OwnersLevel challenge={challenge} />
        </p>
        <p className="tabular">
          {what}
          {range && ` · ${challengeText('challenges.range', { ...range })}`}
        </p>
      </div>
      <Button
        small
        busy={busy}
        aria-label={challengeText('challenges.acceptWho', { name: from.nickname, what })}
        onClick={accept}
      >
        {challengeText('challenges.accept')}
      </Button>
    </li>
  );
}

/** Returns the challenger's level in the time class of the challenge. */
export function OwnersLevel({ challenge: { rating, provisional } }: { challenge: Challenge }) {
  return (
    <span className={styles.level}>
      <Emblem level={provisional ? null : levelOf(rating).order} size={24} named={provisional} />
      {provisional ? uiText('level.none') : rating}
    </span>
  );
}

/** The user's own challenge, with buttons to share and withdraw it. */
export function OwnChallengeRow({ challenge }: { challenge: Challenge }) {
  const { busy, remove } = useAnswering(challenge);
  const { color, rated, unlisted, toId } = challenge;
  const takeBack = async (): Promise<void> => {
    if (await remove()) toast.info(challengeText('challenges.takenBack'));
  };
  const copy = (): void => void copyText(challengeLink(challenge), challengeText('challenges.copied'));
  const note =
    toId === null
      ? unlisted
        ? challengeText('challenges.mineLink')
        : null
      : challengeText('challenges.mineTo');
  return (
    <li className={styles.row} data-own>
      <Avatar file={challenge.from.avatar} size={38} online />
      <div className={styles.who}>
        <p className={styles.name}>
          <strong>{challengeText('challenges.mine')}</strong>
          <OwnersLevel challenge={challenge} />
        </p>
        <p className="tabular">
          {challengeText('challenges.what', {
            control: controlText(challenge),
            kind: t(`kind.${rated ? 'rated' : 'casual'}`),
            color: challengeText(`challenges.ownColor.${color}`),
          })}
          {note && ` · ${note}`}
        </p>
      </div>
      <div className={styles.ways}>
        {unlisted && (
          <Button small tone="quiet" onClick={copy}>
            {challengeText('challenges.copyLink')}
          </Button>
        )}
        <Button small tone="quiet" busy={busy} onClick={() => void takeBack()}>
          {challengeText('challenges.takeBack')}
        </Button>
      </div>
    </li>
  );
}
