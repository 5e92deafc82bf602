import { Link } from 'react-router-dom';
import { useConsoleQuery } from '../../client/address.ts';
import { type Review, useOriginSanctions } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import { EndForm } from '../sanctions/EndForm.tsx';
import { SanctionFacts } from '../sanctions/SanctionList.tsx';
import { networkPath } from '../sanctions/subject.ts';
import styles from './NetworksPage.module.css';
import { OriginForm } from './OriginForm.tsx';
import { t } from './texts.ts';

/** Sanctions of address ranges and devices: those that there are, and a new one. */
export function NetworksPage() {
  const search = useConsoleQuery();
  const [kind, name] = [search.get('kind'), search.get('name') ?? ''];
  const given = { of: kind === 'device' ? 'device' : 'network', value: name } as const;
  const query = useOriginSanctions();
  return (
    <Page title={common('pages.networks')}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Loaded query={query}>
            {({ current, ended }) => (
              <>
                <Panel title={t('current')} note={current.length}>
                  {current.length === 0 ? <Notice text={t('none')} /> : <List reviews={current} />}
                </Panel>
                {ended.length > 0 && (
                  <Panel title={t('ended')} note={ended.length}>
                    <List reviews={ended} />
                  </Panel>
                )}
              </>
            )}
          </Loaded>
        </div>
        <div className={styles.column}>
          <OriginForm key={`${given.of} ${given.value}`} given={given} />
        </div>
      </div>
    </Page>
  );
}

function List({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className={styles.list}>
      {reviews.map(({ person, sanction }) => {
        const { id, state, origins, userId } = sanction;
        return (
          <li key={id}>
            <p className={styles.origins}>
              {origins.map((origin) => (
                <Link key={origin.value} to={networkPath(origin)} title={t('accounts')}>
                  <b>{t(`kind.${origin.of}`)}</b> {origin.value}
                </Link>
              ))}
              {person && <Person person={person} size={20} />}
            </p>
            <SanctionFacts sanction={sanction} />
            {state === 'active' && userId === null && <EndForm sanction={sanction} />}
            {state === 'pending' && <Link to={`/reviews/pending/${id}`}>{t('review')}</Link>}
          </li>
        );
      })}
    </ul>
  );
}
