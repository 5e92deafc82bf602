import { useConsoleQuery } from '../../client/address.ts';
import { serverNow } from '../../client/time.ts';
import { dayText } from '../../ui/format.ts';
import { Chip } from '../../ui/Marks.tsx';
import { useFoundPeople } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { t as decision } from '../decision/texts.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import { Table } from '../parts/Table.tsx';
import { roleText } from './role-text.ts';
import { t } from './texts.ts';

/** Accounts with a name. */
export function PeoplePage() {
  const search = useConsoleQuery();
  const name = search.get('name') ?? '';
  return (
    <Page title={common('pages.people')} lead={name === '' ? undefined : t('found', { name })}>
      <Panel fills>
        {name === '' ? <Notice icon="magnifying-glass" text={t('searchFirst')} /> : <Found name={name} />}
      </Panel>
    </Page>
  );
}

function Found({ name }: { name: string }) {
  const query = useFoundPeople(name);
  const now = serverNow();
  return (
    <Loaded query={query}>
      {(people) =>
        people.length === 0 ? (
          <Notice text={t('none', { name })} />
        ) : (
          <Table
            head={[
              t('column.person'),
              t('column.username'),
              t('column.role'),
              t('column.since'),
              t('column.sanctions'),
            ]}
            rows={people.map(({ person, username, role, createdAt, sanctions }) => ({
              key: person._id,
              cells: [
                <Person key="person" person={person} />,
                username === '' ? person._id : `@${username}`,
                roleText(role),
                dayText(createdAt, now),
                sanctions.map((kind) => (
                  <Chip key={kind} tone="red">
                    {decision(`kind.${kind}`)}
                  </Chip>
                )),
              ],
            }))}
          />
        )
      }
    </Loaded>
  );
}
