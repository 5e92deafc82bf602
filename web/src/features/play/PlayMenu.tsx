import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ModeButton } from '../../app/ModeButton.tsx';
import { cx } from '../../ui/cx.ts';
import { type Animal, FACES } from '../../ui/faces.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import styles from './PlayMenu.module.css';

type Key = 'ranked' | 'local' | 'room' | 'ai' | 'backHome';

/** The rows of spec §2; those that are being prepared are `soon`, with an address where a page says what will come. */
const ROWS: readonly { key: Key; animal: Animal; hill: string; to?: string; soon?: true }[] = [
  { key: 'ranked', animal: 'lion', hill: '#E7C98A', to: '/play/ranked', soon: true },
  { key: 'local', animal: 'cat', hill: '#C9B8AE', soon: true },
  { key: 'room', animal: 'dog', hill: '#D9BE97', to: '/play/room' },
  { key: 'ai', animal: 'wolf', hill: '#B6C3CB', soon: true },
  { key: 'backHome', animal: 'rat', hill: '#D2BFAF', to: '/' },
];

function Row({ row: { key, animal, hill, to, soon } }: { row: (typeof ROWS)[number] }) {
  const { t } = useTranslation();
  const content = (
    <>
      <span className={styles.face} style={{ backgroundColor: hill }}>
        <img src={FACES[animal]} alt="" width={72} height={72} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{t(`play.${key}`)}</span>
        <span className={styles.hint}>{t(`play.${key}Hint`)}</span>
      </span>
      {soon && <Chip>{t('app.soon')}</Chip>}
      {to && <Icon name="caret-right" className={styles.arrow} />}
    </>
  );
  return to ? (
    <Link to={to} className={styles.row}>
      {content}
    </Link>
  ) : (
    <div className={cx(styles.row, styles.soon)}>{content}</div>
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
