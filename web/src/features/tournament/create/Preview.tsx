import { TOURNAMENT_PLAYERS } from '@doushouqi/protocol';
import { serverNow } from '../../../client/time.ts';
import { faceOf } from '../../../shared/tournament/face.ts';
import { Card } from '../../../ui/Card.tsx';
import { FACES } from '../../../ui/faces.ts';
import { timeText } from '../../../ui/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Chip } from '../../../ui/Marks.tsx';
import { checkInOf, type Draft, dayLabel, expectedTimes, startOf, wishOf } from './draft.ts';
import { rangeText } from './LevelRange.tsx';
import styles from './Preview.module.css';
import { t } from './texts.ts';

interface PreviewProps {
  draft: Draft;
  isStartWrong: boolean;
}

/** What others will see of the tournament. */
export function Preview({ draft, isStartWrong }: PreviewProps) {
  const { kind, name, control, minutes, rounds, rated, isPrivate } = draft;
  const face = faceOf({ name, levels: wishOf(draft).levels ?? null });
  return (
    <aside className={styles.preview}>
      <p>{t('preview.title')}</p>
      <Card className={styles.card}>
        <div className={styles.head}>
          <span className={styles.face}>
            <img src={FACES[face]} alt="" width={38} height={38} />
          </span>
          <span className={styles.words}>
            <b>{name.trim() === '' ? t('preview.unnamed') : name}</b>
            <small>
              {kind === 'arena'
                ? t('preview.arena', { control, minutes })
                : t('preview.swiss', { control, rounds })}
            </small>
          </span>
          {isPrivate && <Icon name="lock-key" />}
        </div>
        <p className={styles.chips}>
          <Chip>{t(`kind.${kind}`)}</Chip>
          <Chip>{t(rated ? 'preview.rated' : 'preview.casual')}</Chip>
          <Chip>{rangeText(draft)}</Chip>
        </p>
      </Card>
      <Figures {...{ draft, isStartWrong }} />
      <div className={styles.note}>
        <img src={FACES.cat} alt="" width={86} height={86} />
        <p>{t('preview.note')}</p>
      </div>
    </aside>
  );
}

function Figures({ draft, isStartWrong }: PreviewProps) {
  const start = startOf(draft);
  const isKnown = start !== null && !isStartWrong;
  const { kind, checkIn } = draft;
  const opensAt = checkInOf(draft);
  const undecided = <dd data-wrong="true">{t('preview.undecided')}</dd>;
  return (
    <dl className={styles.figures}>
      <dt>{t('preview.start')}</dt>
      {isKnown ? <dd>{`${dayLabel(draft.day, serverNow())} ${draft.time}`}</dd> : undecided}
      {kind === 'swiss' && (
        <>
          <dt>{t('preview.checkIn')}</dt>
          <dd>
            {checkIn && isKnown && opensAt !== null
              ? t('preview.checkInAt', { time: timeText(opensAt) })
              : t(checkIn ? 'preview.undecided' : 'preview.noCheckIn')}
          </dd>
        </>
      )}
      <dt>{t(kind === 'swiss' ? 'preview.ends' : 'preview.endsAt')}</dt>
      {isKnown ? <dd>{timeText(start + expectedTimes(draft).whole)}</dd> : undecided}
      <dt>{t('preview.players')}</dt>
      <dd>{t('preview.mostPlayers', { count: TOURNAMENT_PLAYERS[kind] })}</dd>
      <dt>{t('preview.referee')}</dt>
      <dd>{t('preview.you')}</dd>
    </dl>
  );
}
