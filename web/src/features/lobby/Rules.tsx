import { useTranslation } from 'react-i18next';
import { type Animal, FACES } from '../../ui/faces.ts';
import styles from './Rules.module.css';
import { RulesBoard } from './RulesBoard.tsx';

/** From the largest to the smallest. */
const RANKS: readonly Animal[] = ['elephant', 'lion', 'tiger', 'leopard', 'wolf', 'dog', 'cat', 'rat'];

/** Each rule with the faces that it is about. */
const PARTS = [
  { key: 'capture', animals: ['elephant', 'rat'] },
  { key: 'trap', animals: ['wolf'] },
  { key: 'river', animals: ['rat'] },
  { key: 'leap', animals: ['lion', 'tiger'] },
  { key: 'win', animals: ['leopard'] },
  { key: 'lose', animals: ['cat'] },
  { key: 'draw', animals: ['dog'] },
  { key: 'repeat', animals: ['tiger', 'cat'] },
] as const;

/** The rules of the game as they are told to people (spec §5). */
export function Rules() {
  const { t } = useTranslation();
  return (
    <>
      <RulesBoard />
      <section className={styles.ranks}>
        <h3>{t('lobby.rules.ranks')}</h3>
        <ol>
          {RANKS.map((animal) => (
            <li key={animal}>
              <img src={FACES[animal]} alt="" width={52} height={52} />
              {t(`lobby.rules.animals.${animal}`)}
            </li>
          ))}
        </ol>
        <p>{t('lobby.rules.ranksHint')}</p>
      </section>
      <ul className={styles.parts}>
        {PARTS.map(({ key, animals }) => (
          <li key={key}>
            <span className={styles.faces}>
              {animals.map((animal) => (
                <img key={animal} src={FACES[animal]} alt="" width={40} height={40} />
              ))}
            </span>
            <div>
              <h3>{t(`lobby.rules.parts.${key}.title`)}</h3>
              <p>{t(`lobby.rules.parts.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
