import { MAX_GROUP_NUMBER } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useDraft } from '../core/drafts.ts';
import { whenText } from '../core/time-text.ts';
import { Line } from '../parts/fields.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

/** The group of the players, and whether home shows it. */
export function GroupPanel({ site, now, change: { ask, mayChange } }: PanelProps) {
  const { settings, files, changed } = site;
  const { groupNumber, showsGroup } = settings;
  const current = groupNumber ?? files.groupNumber ?? '';
  const { draft, change, discard } = useDraft<{ number: string | null }>('group', { number: null });
  const number = (draft.number ?? current).trim();
  const toggle = (on: boolean): void =>
    ask({ act: t(on ? 'group.show' : 'group.hide'), change: () => ({ showsGroup: on }) });
  return (
    <Panel
      title={t('group.title')}
      aside={
        groupNumber !== null &&
        mayChange && (
          <span className={styles.acts}>
            <button
              type="button"
              onClick={() =>
                ask({ act: t('group.byFileAct'), change: () => ({ groupNumber: null }), done: discard })
              }
            >
              {t('group.byFile')}
            </button>
          </span>
        )
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (number !== current)
            ask({
              act: t('group.act'),
              hint: number,
              change: () => ({ groupNumber: number }),
              done: discard,
            });
        }}
      >
        <div className={styles.group}>
          <Line
            label={t('group.number')}
            maxLength={MAX_GROUP_NUMBER}
            value={draft.number ?? current}
            disabled={!mayChange}
            onText={(text) => change({ number: text })}
          />
          {mayChange && (
            <Button small type="submit" disabled={number === current}>
              {t('group.act')}
            </Button>
          )}
        </div>
        {groupNumber !== null && files.groupNumber !== null && (
          <p className={styles.hint}>
            {files.groupNumber === '' ? t('group.fileNone') : t('group.file', { number: files.groupNumber })}
          </p>
        )}
        <Switch on={showsGroup} onChange={toggle} disabled={!mayChange}>
          {t('group.show')}
        </Switch>
        <p className={styles.hint}>
          {changed
            ? t('group.last', { name: changed.by, time: whenText(changed.at, now) })
            : t('group.never')}
        </p>
      </form>
    </Panel>
  );
}
