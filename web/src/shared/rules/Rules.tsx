import { Link } from 'react-router-dom';
import { TextDialog } from '../../ui/Dialog.tsx';
import { type Animal, FACES } from '../../ui/faces.ts';
import { t as uiText } from '../../ui/texts.ts';
import styles from './Rules.module.css';
import { RulesBoard } from './RulesBoard.tsx';
import { t as rulesText } from './texts.ts';

/** In descending order. */
const RANKS: readonly Animal[] = ['elephant', 'lion', 'tiger', 'leopard', 'wolf', 'dog', 'cat', 'rat'];

/** Each rule with the faces of its animals. */
const PARTS = [
  { key: 'move', animals: ['dog'] },
  { key: 'capture', animals: ['elephant', 'rat'] },
  { key: 'river', animals: ['rat'] },
  { key: 'leap', animals: ['lion', 'tiger'] },
  { key: 'trap', animals: ['wolf'] },
  { key: 'win', animals: ['leopard'] },
  { key: 'lose', animals: ['cat'] },
  { key: 'draw', animals: ['dog'] },
  { key: 'repeat', animals: ['tiger', 'cat'] },
  { key: 'options', animals: ['elephant'] },
] as const;

/** Dialog with the rules of the game. */
export default function Rules({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <TextDialog open={open} wide title={rulesText('title')} onClose={onClose}>
      <p className={styles.learn}>
        {rulesText('learn.lead')}
        <Link to="/learn" onClick={onClose}>
          {rulesText('learn.link')}
        </Link>
      </p>
      <RulesBoard />
      <section className={styles.ranks}>
        <h3>{rulesText('ranks')}</h3>
        <ol>
          {RANKS.map((animal) => (
            <li key={animal}>
              <img src={FACES[animal]} alt="" width={52} height={52} />
              {uiText(`animal.${animal}`)}
            </li>
          ))}
        </ol>
        <p>{rulesText('ranksHint')}</p>
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
              <h3>{rulesText(`parts.${key}.title`)}</h3>
              <p>{rulesText(`parts.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </TextDialog>
  );
}
