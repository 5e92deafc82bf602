import type { Access } from '@doushouqi/protocol';
import { Card } from '../../../ui/Card.tsx';
import { FACES } from '../../../ui/faces.ts';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Access.module.css';
import { t } from './texts.ts';
import { groupWays, placeText, whenText } from './way-text.ts';

interface IntroProps {
  access: Access;
  /** Epoch ms. */
  now: number;
}

/** Why the page is open, and what to do. */
export function Intro({ access: { ways, review }, now }: IntroProps) {
  const suspended = ways.filter(({ isSuspended }) => isSuspended).length;
  const recent = groupWays(ways).recent.length;
  const here = ways.find(({ isThis }) => isThis);
  return (
    <Card framed className={styles.intro}>
      <img src={FACES.dog} alt="" width={84} height={84} />
      <h2>{t('title')}</h2>
      <p>
        {t(`lead.${review?.reason ?? 'none'}`)}
        {t('how')}
      </p>
      {review && here && (
        <dl className={styles.facts}>
          <dt>{t(`time.${review.reason}`)}</dt>
          <dd>{whenText(review.at, now)}</dd>
          <dt>{t('place')}</dt>
          <dd>{placeText(here)}</dd>
          <dt>{t('device')}</dt>
          <dd>{here.name}</dd>
        </dl>
      )}
      {recent > 0 && (
        <p className={styles.tip}>
          <Icon name="warning" />
          {suspended > 0 ? t('tip.suspended', { count: suspended }) : t('tip.recent', { count: recent })}
        </p>
      )}
    </Card>
  );
}
