import { useStore } from 'zustand';
import styles from './EngineSlips.module.css';
import { ENGINES } from './engine/chosen.ts';
import slips from './Slips.module.css';
import { t } from './texts.ts';
import type { EngineDesk } from './use-engine.ts';
import { useChooseEngine } from './use-engine-choice.ts';

/** Which engine analyses; where it is another than the one that was chosen, that is said. */
export function EngineSlips({ engine: { chosenEngine } }: { engine: EngineDesk }) {
  const { chosen, isThere } = useStore(chosenEngine.store);
  const choose = useChooseEngine(chosenEngine);
  return (
    <div className={styles.engine}>
      <div role="radiogroup" aria-label={t('engine.label')} className={slips.tray}>
        {ENGINES.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: a slip of paper is pressed, as with the modes
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={name === chosen}
            className={slips.slip}
            onClick={() => void choose(name)}
          >
            {t(`engine.${name}`)}
          </button>
        ))}
      </div>
      {chosen === 'service' && (
        <p role="status" className={styles.note} data-there={isThere ?? undefined}>
          {t(`engine.${isThere === false ? 'away' : 'there'}`)}
        </p>
      )}
    </div>
  );
}
