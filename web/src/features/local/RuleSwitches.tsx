import { useTranslation } from 'react-i18next';
import type { LocalGame } from '../../game/local/local-game.ts';
import { hasMoves } from '../../game/local/local-game-state.ts';
import { Switch } from '../../ui/Switch.tsx';
import styles from './RuleSwitches.module.css';
import { useFacts } from './use-local-game.ts';

const RULES = ['sevenThree', 'seventeenFive', 'threefold'] as const;

/** The rules that two people may agree upon (spec §5), and from when on they hold. */
export function RuleSwitches({ game }: { game: LocalGame }) {
  const { t } = useTranslation();
  const facts = useFacts(game);
  return (
    <fieldset className={styles.rules}>
      <legend>{t('local.rules.title')}</legend>
      {RULES.map((rule) => (
        <Switch
          key={rule}
          on={facts.rules[rule]}
          hint={t(`rules.options.${rule}.text`)}
          onChange={(on) => game.setRules({ [rule]: on })}
        >
          {t(`rules.options.${rule}.title`)}
        </Switch>
      ))}
      <p>{t(hasMoves(facts) ? 'local.rules.next' : 'local.rules.now')}</p>
    </fieldset>
  );
}
