import type { SiteChange } from '@doushouqi/protocol';
import { Switch } from '../../ui/Switch.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

type Name = 'registration' | 'proof' | 'guests' | 'bots' | 'lobbyChat' | 'rated' | 'dailyArena' | 'readOnly';

interface Toggle {
  name: Name;
  isOn: boolean;
  /** The file decides. */
  isByFile?: boolean;
  change: (on: boolean) => SiteChange;
}

/** The switches with their states; without a file that answers, a setting that it decides counts as on. */
function togglesOf({ settings, files }: PanelProps['site']): Toggle[] {
  const { registration, guests, bots, features, readOnly, dailyArena } = settings;
  const entry = registration ?? files.registration ?? 'open';
  return [
    {
      name: 'registration',
      isOn: entry !== 'closed',
      isByFile: registration === null,
      change: (on) => ({ registration: on ? 'open' : 'closed' }),
    },
    ...(entry === 'closed'
      ? []
      : [
          {
            name: 'proof' as const,
            isOn: entry === 'proof',
            isByFile: registration === null,
            change: (on: boolean): SiteChange => ({ registration: on ? 'proof' : 'open' }),
          },
        ]),
    {
      name: 'guests',
      isOn: guests ?? files.guests ?? true,
      isByFile: guests === null,
      change: (on) => ({ guests: on }),
    },
    { name: 'bots', isOn: bots, change: (on) => ({ bots: on }) },
    { name: 'lobbyChat', isOn: features.lobbyChat, change: (on) => ({ features: { lobbyChat: on } }) },
    { name: 'rated', isOn: features.rated, change: (on) => ({ features: { rated: on } }) },
    {
      name: 'dailyArena',
      isOn: dailyArena ?? files.dailyArena ?? true,
      isByFile: dailyArena === null,
      change: (on) => ({ dailyArena: on }),
    },
    { name: 'readOnly', isOn: readOnly, change: (on) => ({ readOnly: on }) },
  ];
}

/** What operators switch on and off. Each press asks for a reason. */
export function SwitchesPanel({ site, change: { ask, mayChange } }: PanelProps) {
  return (
    <Panel title={t('switches.title')}>
      <div className={styles.switches}>
        {togglesOf(site).map(({ name, isOn, isByFile, change }) => (
          <Switch
            key={name}
            on={isOn}
            disabled={!mayChange}
            onChange={(on) =>
              ask({
                act: t(on ? 'switches.on' : 'switches.off', { name: t(`switches.${name}`) }),
                hint: t(`switches.hint.${name}`),
                change: () => change(on),
              })
            }
          >
            {t(`switches.${name}`)}
            {isByFile && <small className={styles.hint}> {t('switches.byFile')}</small>}
          </Switch>
        ))}
        <p>{t('switches.note')}</p>
      </div>
    </Panel>
  );
}
