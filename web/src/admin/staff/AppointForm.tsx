import { MAX_REASON, type StaffRole } from '@doushouqi/protocol';
import { type FormEvent, useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useTyped } from '../../ui/use-timers.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { type StaffMember, useFoundPeople } from '../core/queries.ts';
import { useAction } from '../core/query.ts';
import { Line, TextArea } from '../parts/fields.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { ReasonForm } from '../parts/ReasonForm.tsx';
import { Segments } from '../parts/Segments.tsx';
import type { Invited } from './Invitation.tsx';
import styles from './StaffPage.module.css';
import { t } from './texts.ts';

interface Draft {
  name: string;
  chosen: { _id: string; nickname: string } | null;
  role: StaffRole;
  reason: string;
}

const NOTHING: Draft = { name: '', chosen: null, role: 'moderator', reason: '' };
const ROLES = ['moderator', 'operator'] as const;

/** Makes a member a moderator or operator. The invitation of the reply goes to the member by another way. */
export function AppointForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const { draft, change, discard } = useDraft('appoint', NOTHING);
  const { name, chosen, role } = draft;
  const reason = draft.reason.trim();
  const { run, isRunning } = useAction({
    call: (userId: string) => api.appointStaff({ body: { userId, role, reason } }),
    done({ invitation }) {
      const nickname = chosen?.nickname ?? '';
      toast.success(t('appoint.done', { name: nickname }));
      if (invitation !== null) onInvited({ name: nickname, invitation });
      discard();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen && reason !== '') run(chosen._id);
  };
  return (
    <Panel title={t('appoint.title')}>
      <form className={styles.form} onSubmit={submit}>
        <Line
          label={t('appoint.search')}
          value={name}
          maxLength={64}
          onText={(text) => change({ name: text, chosen: null })}
        />
        {chosen === null && name.trim() !== '' && (
          <Candidates
            name={name.trim()}
            onChoose={(person) => change({ chosen: person, name: person.nickname })}
          />
        )}
        {chosen && (
          <>
            <Segments
              legend={t('appoint.role')}
              options={ROLES.map((one) => [one, t(`role.${one}`)] as const)}
              value={role}
              onChange={(one) => change({ role: one })}
            />
            <p className={styles.hint}>{t(`meaning.${role}`)}</p>
            <TextArea
              label={t('appoint.reason')}
              rows={2}
              maxLength={MAX_REASON}
              value={draft.reason}
              disabled={isRunning}
              onText={(text) => change({ reason: text })}
            />
            <div className={styles.buttons}>
              <span />
              <Button small type="submit" tone="primary" disabled={reason === ''} busy={isRunning}>
                {t('appoint.act', { role: t(`role.${role}`) })}
              </Button>
            </div>
          </>
        )}
      </form>
    </Panel>
  );
}

interface CandidatesProps {
  name: string;
  onChoose: (person: { _id: string; nickname: string }) => void;
}

/** Members with a name; the operator chooses one. */
function Candidates({ name, onChoose }: CandidatesProps) {
  const typed = useTyped(name);
  const query = useFoundPeople(typed);
  return (
    <Loaded query={query}>
      {(people) => {
        const members = people.filter(
          ({ role }) => role === 'player' || role === 'moderator' || role === 'operator',
        );
        if (members.length === 0) return <Notice text={t('appoint.none')} />;
        return (
          <ul className={styles.candidates} aria-label={t('appoint.choose')}>
            {members.map(({ person, username }) => (
              <li key={person._id}>
                <button
                  type="button"
                  onClick={() => onChoose({ _id: person._id, nickname: person.nickname })}
                >
                  <Avatar file={person.avatar} size={26} />
                  {person.nickname}
                  <small>@{username}</small>
                </button>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** Ends the office of a member, with a reason. */
export function EndOffice({ member: { person }, done }: { member: StaffMember; done: () => void }) {
  const [text, setText] = useState('');
  const { run, isRunning } = useAction({
    call: (reason: string) => api.appointStaff({ body: { userId: person._id, role: null, reason } }),
    done() {
      toast.success(t('appoint.ended', { name: person.nickname }));
      done();
    },
  });
  return (
    <Panel title={t('appoint.end', { name: person.nickname })}>
      <div className={styles.form}>
        <ReasonForm
          label={t('appoint.reason')}
          text={text}
          onText={setText}
          act={t('end')}
          tone="primary"
          onAct={run}
          cancel={t('appoint.cancel')}
          onCancel={done}
          isRunning={isRunning}
        />
      </div>
    </Panel>
  );
}
