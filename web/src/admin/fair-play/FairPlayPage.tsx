import type { FlaggedPerson } from '@doushouqi/protocol';
import { serverNow } from '../../client/time.ts';
import { Chip } from '../../ui/Marks.tsx';
import { useFlagged } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { whenText } from '../core/time-text.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import { Table } from '../parts/Table.tsx';
import styles from './FairPlay.module.css';
import { t } from './texts.ts';

/** The persons whose rated games are flagged, the most suspicious first. */
export function FairPlayPage() {
  const query = useFlagged();
  return (
    <Page title={common('pages.fairPlay')} lead={t('lead')}>
      <Panel fills>
        <Loaded query={query}>
          {({ people }) => (people.length === 0 ? <Notice text={t('none')} /> : <Flagged people={people} />)}
        </Loaded>
      </Panel>
    </Page>
  );
}

const COLUMNS = ['score', 'person', 'why', 'at', 'state'] as const;

function Flagged({ people }: { people: readonly FlaggedPerson[] }) {
  const now = serverNow();
  return (
    <Table
      head={COLUMNS.map((name) => t(`column.${name}`))}
      rows={people.map(({ person, score, at, flags, sanction }) => ({
        key: person._id,
        cells: [
          <b key="score" className={styles.score}>
            {score}
          </b>,
          <Person key="person" person={person} />,
          <ul key="why" className={styles.reasons}>
            {flags.map(({ kind, text }) => (
              <li key={kind}>
                <Chip tone="red">{t(`kind.${kind}`)}</Chip>
                {text}
              </li>
            ))}
          </ul>,
          <span key="at" className={styles.at}>
            {whenText(at, now)}
          </span>,
          sanction && (
            <Chip key="state" tone="gold">
              {t(`sanction.${sanction}`)}
            </Chip>
          ),
        ],
      }))}
    />
  );
}
