import { useNavigate, useParams } from 'react-router-dom';
import { useConsoleQuery } from '../../client/address.ts';
import { type CaseState, useCases } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { durationText } from '../core/time-text.ts';
import { neighborOf, usePinned } from '../core/use-pinned.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Filter, Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Case } from './Case.tsx';
import { GROUPS, type Group, isIn } from './kinds.ts';
import { Queue } from './Queue.tsx';
import styles from './ReportsPage.module.css';
import { t } from './texts.ts';

const STATES: readonly CaseState[] = ['open', 'mine', 'done'];

function listed<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((one) => one === text);
}

/** What the address says: which list, which group of it, which person. */
function useView() {
  const { userId } = useParams();
  const search = useConsoleQuery();
  const navigate = useNavigate();
  const state = listed(STATES, search.get('state')) ?? 'open';
  const group = listed(GROUPS, search.get('kind')) ?? null;
  const addressOf = (view: { state: CaseState; group: Group | null; person?: string | undefined }) => {
    const query = new URLSearchParams({
      ...(view.state !== 'open' && { state: view.state }),
      ...(view.group !== null && { kind: view.group }),
    });
    return `/reports${view.person ? `/${view.person}` : ''}${query.size > 0 ? `?${query}` : ''}`;
  };
  const addressFor = (person: string | undefined) => addressOf({ state, group, person });
  return {
    userId,
    state,
    group,
    addressFor,
    show: (view: { state: CaseState; group: Group | null }) => void navigate(addressOf(view)),
    /** Moves along the queue; the history keeps one entry for all of it. */
    move: (person: string | undefined) => void navigate(addressFor(person), { replace: true }),
  };
}

/** The queue of reports: who was reported, the evidence, the decision. */
export function ReportsPage() {
  const view = useView();
  const { state, group } = view;
  const query = useCases(state);
  const all = query.data?.cases ?? [];
  const cases = group === null ? all : all.filter((one) => isIn(one, group));
  const selected = view.userId;
  const ids = cases.map(({ person }) => person._id);
  usePinned(selected, ids[0], view.move);
  return (
    <Page title={common('pages.reports')} lead={<Lead view={view} />}>
      <div className={styles.columns}>
        <Panel fills>
          <Loaded query={query}>
            {() => (
              <>
                <div className={styles.filters}>
                  <Filter
                    isOn={group === null}
                    count={all.length}
                    onPress={() => view.show({ state, group: null })}
                  >
                    {t('filter.all')}
                  </Filter>
                  {GROUPS.map((one) => (
                    <Filter
                      key={one}
                      isOn={group === one}
                      count={all.filter((each) => isIn(each, one)).length}
                      onPress={() => view.show({ state, group: one })}
                    >
                      {t(`filter.${one}`)}
                    </Filter>
                  ))}
                </div>
                {cases.length === 0 ? (
                  <Notice text={t(`empty.${group === null ? state : 'filter'}`)} />
                ) : (
                  <Queue cases={cases} selected={selected} addressFor={view.addressFor} move={view.move} />
                )}
              </>
            )}
          </Loaded>
        </Panel>
        {selected === undefined ? (
          <Panel>
            <Notice text={t('choose')} />
          </Panel>
        ) : (
          <Case key={selected} userId={selected} done={() => view.move(neighborOf(ids, selected))} />
        )}
      </div>
    </Page>
  );
}

function Lead({ view: { state, show } }: { view: ReturnType<typeof useView> }) {
  const { data } = useCases('open');
  const counts: Partial<Record<CaseState, number>> = data ? { open: data.open, mine: data.mine } : {};
  return (
    <>
      {STATES.map((one) => (
        <Filter
          key={one}
          isOn={one === state}
          count={counts[one]}
          onPress={() => show({ state: one, group: null })}
        >
          {t(`state.${one}`)}
        </Filter>
      ))}
      {data && data.today.handled > 0 && (
        <span className={styles.today}>
          {t('today', { count: data.today.handled })}
          {data.today.medianWait !== null && t('median', { time: durationText(data.today.medianWait) })}
        </span>
      )}
    </>
  );
}
