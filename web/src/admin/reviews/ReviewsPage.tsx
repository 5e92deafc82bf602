import { Link, useNavigate, useParams } from 'react-router-dom';
import { serverNow } from '../../client/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { type Review, type ReviewKind, useCases, useReviews } from '../core/queries.ts';
import { t as common } from '../core/texts.ts';
import { agoText } from '../core/time-text.ts';
import { neighborOf, usePinned } from '../core/use-pinned.ts';
import { t as decision } from '../decision/texts.ts';
import { ConsoleIcon } from '../parts/ConsoleIcon.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Filter, Page } from '../parts/Page.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import { SanctionFacts } from '../sanctions/SanctionList.tsx';
import { networkPath, subjectText } from '../sanctions/subject.ts';
import { AppealForm } from './AppealForm.tsx';
import { PendingForm } from './PendingForm.tsx';
import styles from './ReviewsPage.module.css';
import { t } from './texts.ts';

const KINDS: readonly ReviewKind[] = ['pending', 'appeals'];

/** What waits for another operator: sanctions to approve, appeals to answer. */
export function ReviewsPage() {
  const { of, sanctionId } = useParams();
  const kind: ReviewKind = of === 'appeals' ? 'appeals' : 'pending';
  const query = useReviews(kind);
  const navigate = useNavigate();
  const { data: counts } = useCases('open');
  const countOf = { pending: counts?.waiting, appeals: counts?.appeals };
  return (
    <Page
      title={common('pages.reviews')}
      lead={KINDS.map((one) => (
        <Filter
          key={one}
          isOn={one === kind}
          count={countOf[one]}
          onPress={() => void navigate(`/reviews/${one}`)}
        >
          {t(`kind.${one}`)}
        </Filter>
      ))}
    >
      <Loaded query={query}>
        {(reviews) => <Reviews key={kind} kind={kind} reviews={reviews} selected={sanctionId} />}
      </Loaded>
    </Page>
  );
}

interface ReviewsProps {
  kind: ReviewKind;
  reviews: readonly Review[];
  /** Id of the sanction that the address names. */
  selected: string | undefined;
}

function Reviews({ kind, reviews, selected }: ReviewsProps) {
  const navigate = useNavigate();
  const ids = reviews.map(({ sanction }) => sanction.id);
  const open = (id: string | undefined) =>
    void navigate(`/reviews/${kind}${id === undefined ? '' : `/${id}`}`, { replace: true });
  usePinned(selected, ids[0], open);
  const review = reviews.find(({ sanction }) => sanction.id === selected);
  const done = () => open(neighborOf(ids, selected ?? ''));
  const Form = kind === 'pending' ? PendingForm : AppealForm;
  return (
    <div className={styles.columns}>
      <Panel fills>
        {reviews.length === 0 ? (
          <Notice text={t(`empty.${kind}`)} />
        ) : (
          <List kind={kind} reviews={reviews} selected={selected} />
        )}
      </Panel>
      {review ? (
        <div key={review.sanction.id} className={styles.detail}>
          <Subject review={review} />
          <Form review={review} done={done} />
        </div>
      ) : (
        <Panel>
          <Notice text={t(selected === undefined ? 'choose' : 'gone')} />
        </Panel>
      )}
    </div>
  );
}

function List({ kind, reviews, selected }: ReviewsProps) {
  const now = serverNow();
  return (
    <ul aria-label={t('list')} className={styles.list}>
      {reviews.map(({ person, sanction }) => {
        const { id, kind: measure, violation, by, from, appeal } = sanction;
        return (
          <li key={id}>
            <Link to={`/reviews/${kind}/${id}`} aria-current={id === selected || undefined}>
              {person ? <Avatar file={person.avatar} size={34} /> : <ConsoleIcon name="globe-simple" />}
              <p>
                {subjectText({ person, sanction })}
                <small>{`${decision(`kind.${measure}`)} · ${decision(`violation.${violation}`)}`}</small>
              </p>
              <small>
                {t(appeal ? 'appealed' : 'by', { by })}
                <time>{agoText(appeal?.at ?? from, now)}</time>
              </small>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Who it is about, and what was imposed. */
function Subject({ review: { person, sanction } }: { review: Review }) {
  return (
    <div className={styles.evidence}>
      <Panel
        title={person ? <Person person={person} size={26} /> : subjectText({ person, sanction })}
        aside={
          person ? (
            <>
              <Link to={`/reports/${person._id}?state=done`}>{t('evidence')}</Link>
              <Link to={`/people/${person._id}`}>{t('page')}</Link>
            </>
          ) : (
            <Link to={networkPath(sanction.origins[0]!)}>{t('accounts')}</Link>
          )
        }
      >
        <div className={styles.facts}>
          <SanctionFacts sanction={sanction} />
        </div>
      </Panel>
    </div>
  );
}
