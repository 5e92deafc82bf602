import { ApiError } from '@doushouqi/protocol';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { isPath, useAddressQuery } from '../../client/address.ts';
import { api } from '../../client/api.ts';
import { loadLetters, markLetterRead, replaceLetter } from '../../client/letters.ts';
import type { OwnLetter } from '../../client/sanctions.ts';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { AppealCard } from '../../shared/letters/Appeal.tsx';
import { LetterCard, ScopeCard } from '../../shared/letters/Letter.tsx';
import { isStopping } from '../../shared/letters/letter-text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Away, Loading } from './LetterStates.tsx';
import styles from './Letters.module.css';
import { t } from './texts.ts';
import { useLetters, useLetterTime } from './use-letters.ts';

/** A letter of the operators: what they decided about the user, and the appeal against it. */
export default function LetterPage() {
  const { sanctionId } = useParams();
  const query = useLetters();
  const letter = query.letters?.find(({ id }) => id === sanctionId);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/letters" backLabel={t('back')} title={t('title')} />
      <main className={styles.main}>
        {letter ? (
          <Opened key={letter.id} letter={letter} letters={query.letters ?? []} />
        ) : query.letters ? (
          <EmptyState
            animal="dog"
            title={t('missing')}
            text={t('missingText')}
            action={<ButtonLink to="/letters">{t('all')}</ButtonLink>}
          />
        ) : query.isAway ? (
          <Away query={query} />
        ) : (
          <Loading />
        )}
      </main>
    </>
  );
}

/** Returns a function that leads on: to the page that the letter came before, or back. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const next = useAddressQuery().get('next');
  return () => {
    if (next !== null && isPath(next)) void navigate(next, { replace: true });
    else if (key === 'default') void navigate('/', { replace: true });
    else void navigate(-1);
  };
}

/** Appeals once; after a lost reply the letter shows whether the appeal was made. @throws `ApiError` */
async function appealAgainst({ id }: OwnLetter, text: string): Promise<void> {
  try {
    replaceLetter(await api.appeal({ params: { sanctionId: id }, body: { text } }));
  } catch (error) {
    const isClosed = error instanceof ApiError && error.code === 'APPEAL_CLOSED';
    const letters = isClosed ? await loadLetters() : [];
    if (!letters.some((letter) => letter.id === id && letter.appeal !== null)) throw error;
  }
}

function Opened({ letter, letters }: { letter: OwnLetter; letters: readonly OwnLetter[] }) {
  const now = useLetterTime();
  const leave = useLeave();
  useEffect(() => {
    // After a failure it opens again at the next visit.
    if (!letter.isSeen) markLetterRead(letter).catch(() => undefined);
  }, [letter]);
  // Another letter may have stopped what this one leaves.
  const isWhole = isStopping(letter, now) || !letters.some((one) => isStopping(one, now));
  return (
    <>
      <LetterCard letter={letter} now={now} />
      {isWhole && <ScopeCard letter={letter} now={now} />}
      <AppealCard
        letter={letter}
        now={now}
        onAppeal={(text) => appealAgainst(letter, text)}
        onKnown={leave}
      />
    </>
  );
}
