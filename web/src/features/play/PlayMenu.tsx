import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ModeButton } from '../../app/ModeButton.tsx';
import { cx } from '../../ui/cx.ts';
import { FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import styles from './PlayMenu.module.css';
import { useSoon } from './use-soon.ts';

/** The rows of spec §2: what is there comes first; without an address it is not there yet. */
const ROWS = [
  { key: 'room', animal: 'dog', hill: '#D9BE97', to: '/play/room' },
  { key: 'local', animal: 'cat', hill: '#C9B8AE', to: '/play/local' },
  { key: 'ai', animal: 'wolf', hill: '#B6C3CB', to: '/play/ai' },
  { key: 'ranked', animal: 'lion', hill: '#E7C98A' },
  { key: 'backHome', animal: 'rat', hill: '#D2BFAF', to: '/' },
] as const;

type RowProps = { row: (typeof ROWS)[number] };

function Row({ row }: RowProps) {
  const { t } = useTranslation();
  const answer = useSoon();
  if ('to' in row) {
    return (
      <Link to={row.to} className={styles.row}>
        <Face row={row} />
        <Icon name="caret-right" className={styles.arrow} />
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={cx(styles.row, styles.soon)}
      onClick={() => void answer(row.key, t(`play.${row.key}`))}
    >
      <Face row={row} />
      <Chip>{t('app.soon')}</Chip>
    </button>
  );
}

function Face({ row: { key, animal, hill } }: RowProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.face} style={{ backgroundColor: hill }}>
        <img src={FACES[animal]} alt="" width={72} height={72} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{t(`play.${key}`)}</span>
        <span className={styles.hint}>{t(`play.${key}Hint`)}</span>
      </span>
    </>
  );
}

export default function PlayMenu() {
  const { t } = useTranslation();
  return (
    <>
      <title>{`${t('play.title')} · ${t('app.name')}`}</title>
      <PageHeader back="/" backLabel={t('play.backHome')} title={t('play.title')}>
        <ModeButton />
      </PageHeader>
      <main className={styles.main}>
        <h2 className={styles.lead}>{t('play.lead')}</h2>
        <ul className={styles.rows}>
          {ROWS.map((row) => (
            <li key={row.key}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}
