import type { SanctionOrigin } from '@doushouqi/protocol';
import { serverNow } from '../../client/time.ts';
import { dayText } from '../../ui/format.ts';
import { Chip } from '../../ui/Marks.tsx';
import { useOrigin } from '../core/queries.ts';
import { whenText } from '../core/time-text.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import styles from './NetworksPage.module.css';
import { t } from './texts.ts';

/** Accounts from which a range is likely that of a school, a company or a provider. */
const COMMON = 20;

/** The accounts that an address range or a device had in the last days. */
export function OriginUse({ origin }: { origin: SanctionOrigin }) {
  const query = useOrigin(origin);
  return (
    <Panel title={t('use.title')}>
      <Loaded query={query}>
        {({ accounts }) =>
          accounts.length === 0 ? <Notice text={t('use.none')} /> : <Accounts accounts={accounts} />
        }
      </Loaded>
    </Panel>
  );
}

/** How many accounts they are, with a warning for many. */
export function UseCounts({ origin }: { origin: SanctionOrigin }) {
  const { data } = useOrigin(origin);
  if (data === undefined) return null;
  const { members, guests } = data;
  return (
    <p role="status" className={styles.counts}>
      {t('use.counts', { members, guests })}
      {members >= COMMON && <small>{t('use.common')}</small>}
    </p>
  );
}

type Used = NonNullable<ReturnType<typeof useOrigin>['data']>['accounts'];

function Accounts({ accounts }: { accounts: Used }) {
  const now = serverNow();
  return (
    <ul className={styles.accounts}>
      {accounts.map(({ person, createdAt, seenAt, isClosed }) => (
        <li key={person._id}>
          <div>
            <Person person={person} />
            <small>
              {`${t('use.since', { day: dayText(createdAt, now) })} · ${t('use.seen', { at: whenText(seenAt, now) })}`}
            </small>
          </div>
          {person.isGuest && <Chip>{t('use.guest')}</Chip>}
          {isClosed && <Chip tone="red">{t('use.closed')}</Chip>}
        </li>
      ))}
    </ul>
  );
}
