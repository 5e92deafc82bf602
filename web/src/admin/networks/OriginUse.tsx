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
  const { data } = query;
  const note = data && t('use.counts', { members: data.members, guests: data.guests });
  return (
    <Panel title={t('use.title')} note={note}>
      <Loaded query={query}>
        {({ accounts, members }) =>
          accounts.length === 0 ? (
            <Notice text={t('use.none')} />
          ) : (
            <>
              {members >= COMMON && <Notice icon="warning" text={t('use.common')} />}
              <Accounts accounts={accounts} />
            </>
          )
        }
      </Loaded>
    </Panel>
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
