import type { Challenge } from '@doushouqi/protocol';
import { levelOf } from '@doushouqi/rating/levels';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Emblem } from '../../ui/Emblem.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './ChallengeRow.module.css';
import { challengeLink, useAnswering, whatOffered } from './challenges.ts';
import { controlText } from './pools.ts';

/** Somebody's challenge that the person may accept. */
export function ChallengeRow({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation();
  const { busy, accept } = useAnswering(challenge);
  const { from, range } = challenge;
  const what = whatOffered(t, challenge);
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
          {range && ` · ${t('pairing.challenges.range', { ...range })}`}
        </p>
      </div>
      <Button
        small
        busy={busy}
        aria-label={t('pairing.challenges.acceptWho', { name: from.nickname, what })}
        onClick={accept}
      >
        {t('pairing.challenges.accept')}
      </Button>
    </li>
  );
}

/** The level of whoever challenges, in the time class of the challenge. */
export function OwnersLevel({ challenge: { rating, provisional } }: { challenge: Challenge }) {
  const { t } = useTranslation();
  return (
    <span className={styles.level}>
      <Emblem level={provisional ? null : levelOf(rating).order} size={24} named={provisional} />
      {provisional ? t('level.none') : rating}
    </span>
  );
}

/** The person's own challenge, with the ways to spread it and to take it back. */
export function OwnChallengeRow({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation();
  const { busy, remove } = useAnswering(challenge);
  const { color, rated, unlisted, toId } = challenge;
  const takeBack = async (): Promise<void> => {
    if (await remove()) toast.info(t('pairing.challenges.takenBack'));
  };
  const copy = (): void => void copyText(challengeLink(challenge), t('pairing.challenges.copied'));
  const note =
    toId === null ? (unlisted ? t('pairing.challenges.mineLink') : null) : t('pairing.challenges.mineTo');
  return (
    <li className={styles.row} data-own>
      <Avatar file={challenge.from.avatar} size={38} online />
      <div className={styles.who}>
        <p className={styles.name}>
          <strong>{t('pairing.challenges.mine')}</strong>
          <OwnersLevel challenge={challenge} />
        </p>
        <p className="tabular">
          {t('pairing.challenges.what', {
            control: controlText(challenge),
            kind: t(`pairing.kind.${rated ? 'rated' : 'casual'}`),
            color: t(`pairing.challenges.ownColor.${color}`),
          })}
          {note && ` · ${note}`}
        </p>
      </div>
      <div className={styles.ways}>
        {unlisted && (
          <Button small tone="quiet" onClick={copy}>
            {t('pairing.challenges.copyLink')}
          </Button>
        )}
        <Button small tone="quiet" busy={busy} onClick={() => void takeBack()}>
          {t('pairing.challenges.takeBack')}
        </Button>
      </div>
    </li>
  );
}
