import type { OwnLetter } from '../../client/sanctions.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Seal } from '../../ui/Marks.tsx';
import styles from './Letter.module.css';
import { LetterIcon } from './LetterIcon.tsx';
import { placeText, scopeOf, stateOf, titleText, whenText } from './letter-text.ts';
import { t } from './texts.ts';

/** Kinds that stop something are red, the others gold. */
const TONES = {
  warn: 'gold',
  rename: 'gold',
  avatar: 'gold',
  mute: 'red',
  unrated: 'red',
  close: 'red',
} as const;

/** The seal of a kind of letter. */
export function LetterSeal({ kind }: Pick<OwnLetter, 'kind'>) {
  return <Seal tone={TONES[kind]}>{t(`seal.${kind}`)}</Seal>;
}

interface LetterProps {
  letter: OwnLetter;
  /** Server time, epoch ms. */
  now: number;
}

/** What the operators decided: their own text, what was reported, and until when. */
export function LetterCard({ letter, now }: LetterProps) {
  const { kind, from, text } = letter;
  const state = stateOf(letter, now);
  return (
    <Card framed className={styles.card}>
      <header className={styles.head}>
        <LetterSeal kind={kind} />
        <div>
          <h2>{titleText(letter)}</h2>
          <p>{t('by', { time: whenText(from, now) })}</p>
        </div>
      </header>
      <p className={styles.text}>{text}</p>
      <Quotes letter={letter} now={now} />
      {state && (
        <div className={styles.state}>
          <LetterIcon name={state.icon} />
          <p>
            <b>{state.title}</b>
            <small>{state.hint}</small>
          </p>
        </div>
      )}
    </Card>
  );
}

/** The reported lines with time and round, each once, though several reports may quote it; the reporters are never named. */
function Quotes({ letter: { kind, quotes }, now }: LetterProps) {
  const said = quotes.filter(
    ({ content, at }, index) =>
      content !== '' && quotes.findIndex((one) => one.content === content && one.at === at) === index,
  );
  // A picture has no words.
  if (kind === 'avatar' || said.length === 0) return null;
  return (
    <>
      <h3 className={styles.quoted}>{t(kind === 'rename' ? 'quotedName' : 'quotes')}</h3>
      <ul className={styles.quotes} data-tone={TONES[kind]}>
        {said.map((quote, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a text may occur twice
          <li key={index}>
            {quote.content}
            <small>{placeText(quote, said[index - 1], now)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What works and what is stopped. */
export function ScopeCard({ letter, now }: LetterProps) {
  const { works, stopped } = scopeOf(letter, now);
  const list = (items: typeof works, icon: 'check' | 'x') =>
    items.map((item) => (
      <li key={item}>
        <Icon name={icon} />
        {t(`thing.${item}`)}
      </li>
    ));
  if (stopped.length === 0)
    return (
      <Card className={styles.part}>
        <h3>{t('allWorks')}</h3>
        <ul className={styles.all}>{list(works, 'check')}</ul>
      </Card>
    );
  return (
    <Card className={styles.part}>
      <div className={styles.scope}>
        <section>
          <h3>{t('works')}</h3>
          <ul>{list(works, 'check')}</ul>
        </section>
        <section data-stopped>
          <h3>{t('stopped')}</h3>
          <ul>{list(stopped, 'x')}</ul>
        </section>
      </div>
    </Card>
  );
}
