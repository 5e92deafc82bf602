import { t as appText } from '../../client/texts.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import { type SchoolTab, SchoolTabs } from '../../shared/school/SchoolTabs.tsx';
import { t as schoolText } from '../../shared/school/texts.ts';
import { setSound, useSoundOn } from '../../shared/table/settings.ts';
import head from '../../shared/table/TableHeader.module.css';
import { t as tableText } from '../../shared/table/texts.ts';
import { useCounting } from '../../shared/table/use-counting.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import button from '../../ui/Button.module.css';
import { BackLink, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import styles from './PuzzleHeader.module.css';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import { t } from './texts.ts';

/** Numbers of the user in the header; null for those that the user has not. */
export interface HeaderNumbers {
  streak: number | null;
  rating: number | null;
  /** The rating from which it counts, if it does. */
  before?: number | null;
  isProvisional: boolean;
}

interface PuzzleHeaderProps extends HeaderNumbers {
  tab: SchoolTab;
  /** The title where the tabs are not in the header. */
  title: string;
  /** Opens the sheet with what is beside the board of wide screens. */
  onSheet: (() => void) | null;
}

/** The bar over a puzzle; in landscape a rail beside the board. */
export function PuzzleHeader({ tab, title, onSheet, ...numbers }: PuzzleHeaderProps) {
  const layout = useTableLayout();
  const back = (
    <BackLink
      to={tab === 'puzzles' ? '/' : '/puzzle'}
      label={tab === 'puzzles' ? appText('backHome') : t('back')}
    />
  );
  const more = onSheet && (
    <button
      type="button"
      className={button.iconButton}
      aria-label={t('more')}
      title={t('more')}
      aria-haspopup="dialog"
      onClick={onSheet}
    >
      <PuzzleIcon name="dots-three-vertical" />
    </button>
  );
  if (layout === 'landscape') {
    return (
      <header className={head.rail}>
        <h1 className="visually-hidden">{title}</h1>
        {back}
        <span className={head.space} />
        <span ref={placeSearch} data-rail />
        <MuteButton />
        {more}
      </header>
    );
  }
  const hasTabs = layout !== 'phone';
  return (
    <header className={head.bar}>
      {back}
      <h1 className={head.title}>{hasTabs ? schoolText('school') : title}</h1>
      {hasTabs && <SchoolTabs current={tab} className={styles.tabs} />}
      <span className={head.space} />
      <span ref={placeSearch} />
      <Numbers {...numbers} isShort={layout !== 'wide'} />
      {layout !== 'phone' && <MuteButton />}
      {layout !== 'wide' && more}
      <HeaderEnd className={head.wide} />
    </header>
  );
}

function Numbers({ streak, rating, before, isProvisional, isShort }: HeaderNumbers & { isShort: boolean }) {
  return (
    <>
      {streak !== null && (
        <span className={styles.streak} data-lit={streak > 0}>
          <Flame />
          <span className="visually-hidden">{t('streakLabel', { count: streak })}</span>
          <span aria-hidden="true">{isShort ? streak : t('streak', { count: streak })}</span>
        </span>
      )}
      {rating !== null && <Rating from={before ?? rating} to={rating} isProvisional={isProvisional} />}
    </>
  );
}

function Rating({ from, to, isProvisional }: { from: number; to: number; isProvisional: boolean }) {
  const rating = useCounting(from, to);
  return (
    <Chip tone="gold" className={styles.rating}>
      <span title={isProvisional ? t('provisional') : undefined}>
        {t('points', { points: isProvisional ? `${rating}?` : rating })}
      </span>
    </Chip>
  );
}

/** Full while the streak lives; empties when it ends. */
function Flame() {
  return (
    <span className={styles.flame} data-mark="flame">
      <PuzzleIcon name="fire" />
      <PuzzleIcon name="fire-fill" />
    </span>
  );
}

/** The one of other tables comes with their dialogs, 60 KB. */
function MuteButton() {
  const isOn = useSoundOn();
  return (
    <IconButton
      icon={isOn ? 'speaker-high' : 'speaker-slash'}
      label={tableText(isOn ? 'settings.mute' : 'settings.unmute')}
      onClick={() => setSound(!isOn)}
    />
  );
}
