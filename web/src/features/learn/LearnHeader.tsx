import { LESSONS, lessonsDone, type Place, type Progress } from '@doushouqi/lessons';
import { t as appText } from '../../client/texts.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import { setSound, useSoundOn } from '../../shared/table/settings.ts';
import head from '../../shared/table/TableHeader.module.css';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { BackLink, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import styles from './LearnPage.module.css';
import { useKept } from './progress.ts';
import { t } from './texts.ts';

interface LearnHeaderProps {
  progress: Progress;
  /** The shown step; null on the last card. */
  place: Place | null;
  onList: () => void;
}

/** The bar over a lesson; in landscape a rail beside the board. */
export function LearnHeader({ progress, place, onList }: LearnHeaderProps) {
  const layout = useTableLayout();
  const isSoundOn = useSoundOn();
  const kept = useKept();
  const total = LESSONS.length;
  const back = <BackLink to="/" label={appText('backHome')} />;
  const list = <IconButton icon="list-numbers" label={t('lessons')} onClick={onList} />;
  // The one of other tables comes with their dialogs, 60 KB.
  const mute = (
    <IconButton
      icon={isSoundOn ? 'speaker-high' : 'speaker-slash'}
      label={tableText(isSoundOn ? 'settings.mute' : 'settings.unmute')}
      onClick={() => setSound(!isSoundOn)}
    />
  );
  if (layout === 'landscape') {
    return (
      <header className={head.rail}>
        <h1 className="visually-hidden">{t('title')}</h1>
        {back}
        <span className={head.space} />
        <span ref={placeSearch} data-rail />
        {list}
        {mute}
      </header>
    );
  }
  const isPhone = layout === 'phone';
  const title = isPhone && place ? LESSONS[place.lesson]!.title : t('title');
  const count = lessonsDone(progress);
  return (
    <header className={head.bar}>
      {back}
      <h1 className={head.title}>{title}</h1>
      {isPhone && <span className={head.space} />}
      <Chip
        {...(count === total && { tone: 'jade' as const, icon: 'check' as const })}
        className={styles.count}
      >
        {isPhone && place
          ? t('lessonOf', { lesson: place.lesson + 1, total })
          : t('finished', { count, total })}
      </Chip>
      {!isPhone && <span className={head.space} />}
      {layout === 'wide' && <span className={styles.kept}>{kept}</span>}
      <span ref={placeSearch} />
      {layout !== 'wide' && list}
      {!isPhone && mute}
      <HeaderEnd className={head.wide} />
    </header>
  );
}
