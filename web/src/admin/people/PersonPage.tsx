import { useParams } from 'react-router-dom';
import { Icon } from '../../ui/Icon.tsx';
import { type PersonRecord, usePerson } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { PlayEvidence } from '../fair-play/PlayEvidence.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { SanctionList } from '../sanctions/SanctionList.tsx';
import { Identity } from './Identity.tsx';
import { PersonAct } from './PersonAct.tsx';
import { PersonLog } from './PersonLog.tsx';
import styles from './PersonPage.module.css';
import { t } from './texts.ts';

/** What operators know of a person, and what they can do. */
export function PersonPage() {
  const { userId = '' } = useParams();
  const query = usePerson(userId);
  const record = query.data;
  return (
    <Page
      title={common('pages.people')}
      lead={record && <Path name={record.person.nickname} />}
      actions={record?.roomId && <WatchLink roomId={record.roomId} />}
    >
      <Loaded query={query}>{(loaded) => <Columns key={userId} record={loaded} />}</Loaded>
    </Page>
  );
}

function Path({ name }: { name: string }) {
  return (
    <>
      <Icon name="caret-right" />
      {name}
    </>
  );
}

function WatchLink({ roomId }: { roomId: string }) {
  const address = `/play/room/${encodeURIComponent(roomId)}`;
  return (
    <a href={address} target="_blank" rel="noopener" className={styles.watch}>
      <Icon name="eye" />
      {t('watch')}
    </a>
  );
}

function Columns({ record }: { record: PersonRecord }) {
  const { sanctions } = record;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Identity record={record} />
      </div>
      <div className={styles.column}>
        <PlayEvidence record={record} />
        <Panel title={t('sanction.title')}>
          {sanctions.length === 0 ? (
            <Notice text={t('sanction.none')} />
          ) : (
            <SanctionList sanctions={sanctions} />
          )}
        </Panel>
      </div>
      <div className={styles.column}>
        <PersonAct record={record} />
        <PersonLog record={record} />
      </div>
    </div>
  );
}
