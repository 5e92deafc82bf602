import { FACES } from '../../ui/faces.ts';
import styles from './FourRules.module.css';
import { t } from './waiting-texts.ts';

const RULES = ['rat', 'lion', 'elephant', 'tiger'] as const;

/** The rules in four lines. */
export function FourRules() {
  return (
    <ul className={styles.rules}>
      {RULES.map((animal) => (
        <li key={animal}>
          <img src={FACES[animal]} alt="" width={44} height={44} />
          <span>{t(`waiting.rule.${animal}`)}</span>
        </li>
      ))}
    </ul>
  );
}
