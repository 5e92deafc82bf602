import type { TournamentDetails } from '@doushouqi/protocol';
import { Icon } from '../../../ui/Icon.tsx';
import { TournamentIcon } from '../TournamentIcon.tsx';
import styles from './RulesList.module.css';
import { t } from './texts.ts';

/** The rules of a Swiss, after what its creator wrote. */
export function RulesList({ details }: { details: TournamentDetails }) {
  const { description, createdBy, checkInAt, rated } = details;
  return (
    <>
      {description && (
        <div className={styles.about}>
          <p>{description}</p>
          {createdBy && <small>{t('by', { name: createdBy.nickname })}</small>}
        </div>
      )}
      <ul className={styles.rules}>
        <li>
          <TournamentIcon name="arrows-left-right" />
          {t('rulesList.pairing')}
        </li>
        <li>
          <TournamentIcon name="scales" />
          {t('rulesList.points')}
        </li>
        <li>
          <Icon name="list-numbers" />
          {t('rulesList.ties')}
        </li>
        <li>
          <Icon name="hourglass-medium" />
          {t('rulesList.absent')}
        </li>
        <li>
          <Icon name="pause" />
          {t('rulesList.bye')}
        </li>
        <li>
          <Icon name="sign-in" />
          {t('rulesList.late')}
        </li>
        {checkInAt !== null && (
          <li>
            <TournamentIcon name="hand-palm" />
            {t('rulesList.checkIn')}
          </li>
        )}
        {!rated && (
          <li>
            <Icon name="info" />
            {t('rulesList.unrated')}
          </li>
        )}
      </ul>
    </>
  );
}
