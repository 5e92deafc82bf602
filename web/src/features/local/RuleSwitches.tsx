import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import { t as rulesText } from '../../shared/rules/texts.ts';
import { Switch } from '../../ui/Switch.tsx';
import type { LocalGame } from './local-game.ts';
import styles from './RuleSwitches.module.css';
import { t } from './texts.ts';
import { useFacts } from './use-local-game.ts';

const RULES = ['sevenThree', 'seventeenFive', 'threefold'] as const;

/** The rules that two people may agree upon (spec §5), and from when on they hold. */
export function RuleSwitches({ game }: { game: LocalGame }) {
  const facts = useFacts(game);
  return (
    <fieldset className={styles.rules}>
      <legend>{t('rules.title')}</legend>
      {RULES.map((rule) => (
        <Switch
          key={rule}
          on={facts.rules[rule]}
          hint={rulesText(`options.${rule}.text`)}
          onChange={(on) => game.setRules({ [rule]: on })}
        >
          {rulesText(`options.${rule}.title`)}
        </Switch>
      ))}
      <p>{t(hasMoves(facts) ? 'rules.next' : 'rules.now')}</p>
    </fieldset>
  );
}
