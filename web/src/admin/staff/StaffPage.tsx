import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { type StaffMember, useStaff } from '../core/queries.ts';
import { useOperator } from '../core/session.ts';
import { t as common } from '../core/texts.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import { Table } from '../parts/Table.tsx';
import { AppointForm, EndOffice } from './AppointForm.tsx';
import { Invitation, type Invited } from './Invitation.tsx';
import styles from './StaffPage.module.css';
import { t } from './texts.ts';

/** Moderators and operators: who they are, appointing and ending an office. */
export function StaffPage() {
  const query = useStaff();
  const [leaving, setLeaving] = useState<StaffMember | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <Page title={common('pages.staff')}>
      <div className={styles.columns}>
        <Panel fills title={t('title')}>
          <Loaded query={query}>
            {(staff) =>
              staff.length === 0 ? <Notice text={t('none')} /> : <List staff={staff} onEnd={setLeaving} />
            }
          </Loaded>
        </Panel>
        <div className={styles.side}>
          {invited && <Invitation invited={invited} onClose={() => setInvited(null)} />}
          {leaving ? (
            <EndOffice key={leaving.person._id} member={leaving} done={() => setLeaving(null)} />
          ) : (
            <AppointForm onInvited={setInvited} />
          )}
        </div>
      </div>
    </Page>
  );
}

const COLUMNS = ['person', 'username', 'role', 'factor', 'act'] as const;

function List({ staff, onEnd }: { staff: readonly StaffMember[]; onEnd: (member: StaffMember) => void }) {
  const { userId } = useOperator();
  return (
    <Table
      head={COLUMNS.map((name) => t(`column.${name}`))}
      rows={staff.map((member) => {
        const { person, username, role, hasFactor } = member;
        return {
          key: person._id,
          cells: [
            <Person key="person" person={person} />,
            `@${username}`,
            <span key="role" title={t(`meaning.${role}`)}>
              {t(`role.${role}`)}
            </span>,
            <Chip key="factor" tone={hasFactor ? 'jade' : 'gold'}>
              {t(hasFactor ? 'hasFactor' : 'noFactor')}
            </Chip>,
            <div key="act" className={styles.act}>
              {person._id === userId ? (
                t('you')
              ) : (
                <Button small tone="danger" onClick={() => onEnd(member)}>
                  {t('end')}
                </Button>
              )}
            </div>,
          ],
        };
      })}
    />
  );
}
