import { serverNow } from '../../client/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { dayText } from '../../ui/format.ts';
import type { CaseRecord } from '../core/queries.ts';
import { t as decision } from '../decision/texts.ts';
import { Panel } from '../parts/Panel.tsx';
import styles from './CaseHead.module.css';
import { t } from './texts.ts';

/** Who was reported, and what is known of earlier reports and sanctions. */
export function CaseHead({ record }: { record: CaseRecord }) {
  const { person, isOnline, roomId, reports, sanctions } = record;
  const imposed = sanctions.filter(({ state }) => state === 'active' || state === 'ended');
  const [last] = [...imposed].sort((one, other) => other.from - one.from);
  const pending = sanctions.find(({ state }) => state === 'pending');
  const upheld = reports.filter(({ state }) => state === 'acted').length;
  const place = roomId === null ? null : t('inRoom', { room: roomId });
  return (
    <Panel>
      <div className={styles.head}>
        <Avatar file={person.avatar} size={46} />
        <div className={styles.name}>
          <h2>{person.nickname}</h2>
          <p>{[t(isOnline ? 'online' : 'offline'), place].filter(Boolean).join(' · ')}</p>
        </div>
        <ButtonLink small icon="user" to={`/people/${person._id}`}>
          {t('page')}
        </ButtonLink>
      </div>
      <p className={styles.facts}>
        <span>{t('recent')}</span>
        <span>{t('reported', { count: reports.length })}</span>
        <span>{t('upheld', { count: upheld })}</span>
        {pending && <b>{t('pending', { kind: decision(`kind.${pending.kind}`), name: pending.by })}</b>}
        {last && (
          <b>
            {t('last', {
              day: dayText(last.from, serverNow()),
              violation: decision(`violation.${last.violation}`),
              kind: decision(`kind.${last.kind}`),
            })}
          </b>
        )}
        {!imposed.some(({ kind }) => kind === 'mute') && <span>{t('neverMuted')}</span>}
      </p>
    </Panel>
  );
}
