import { MAX_MAINTENANCE, MAX_MAINTENANCE_TEXT, maintenanceEnd } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useDraft } from '../core/drafts.ts';
import { whenText } from '../core/time-text.ts';
import { Check, Line } from '../parts/fields.tsx';
import { Panel } from '../parts/Panel.tsx';
import { timeOf } from './local-time.ts';
import type { PanelProps } from './panel-props.ts';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

const EMPTY = { text: '', startsAt: '', minutes: '20', readOnly: true };

/** The maintenance that is planned, and the form of a new one, which takes its place. */
export function MaintenancePanel({ site, now, change: { ask, mayChange } }: PanelProps) {
  const { maintenance } = site.settings;
  const { draft, change, discard } = useDraft('maintenance', EMPTY);
  const text = draft.text.trim();
  const startsAt = timeOf(draft.startsAt);
  const minutes = Number(draft.minutes);
  const isLate = startsAt !== null && startsAt + minutes * 60_000 <= now;
  const isReady =
    text !== '' &&
    startsAt !== null &&
    !isLate &&
    Number.isInteger(minutes) &&
    minutes >= 1 &&
    minutes <= MAX_MAINTENANCE;
  const act = t(maintenance ? 'maintenance.change' : 'maintenance.act');
  const submit = (): void => {
    if (!isReady) return;
    const planned = { text, startsAt, minutes, readOnly: draft.readOnly };
    ask({
      act,
      hint: `${text}，${t('maintenance.planned', { time: whenText(startsAt, now), minutes })}`,
      change: () => ({ maintenance: planned }),
      done: discard,
    });
  };
  return (
    <Panel title={t('maintenance.title')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Planned site={site} now={now} onCancel={mayChange ? ask : null} />
        {mayChange && (
          <>
            <Line
              label={t('maintenance.text')}
              placeholder={t('maintenance.textHint')}
              maxLength={MAX_MAINTENANCE_TEXT}
              value={draft.text}
              onText={(next) => change({ text: next })}
            />
            <div className={styles.pair}>
              <Line
                type="datetime-local"
                label={t('maintenance.startsAt')}
                value={draft.startsAt}
                onText={(next) => change({ startsAt: next })}
              />
              <Line
                type="number"
                min={1}
                max={MAX_MAINTENANCE}
                label={t('maintenance.minutes')}
                value={draft.minutes}
                onText={(next) => change({ minutes: next })}
              />
            </div>
            <div className={styles.buttons}>
              <Check checked={draft.readOnly} onChange={(on) => change({ readOnly: on })}>
                {t('maintenance.readOnly')}
              </Check>
              <Button small type="submit" disabled={!isReady}>
                {act}
              </Button>
            </div>
            {isLate ? (
              <p className={styles.wrong} role="alert">
                {t('maintenance.late')}
              </p>
            ) : (
              <p className={styles.hint}>{t('maintenance.hint')}</p>
            )}
          </>
        )}
      </form>
    </Panel>
  );
}

interface PlannedProps extends Pick<PanelProps, 'site' | 'now'> {
  /** Null for moderators. */
  onCancel: PanelProps['change']['ask'] | null;
}

function Planned({ site: { settings }, now, onCancel }: PlannedProps) {
  const { maintenance } = settings;
  if (maintenance === null) return <p className={styles.hint}>{t('maintenance.none')}</p>;
  const { startsAt, minutes, text, readOnly } = maintenance;
  const end = maintenanceEnd(maintenance);
  const when =
    now < startsAt
      ? t('maintenance.planned', { time: whenText(startsAt, now), minutes })
      : t(now < end ? 'maintenance.running' : 'maintenance.over', { time: whenText(end, now) });
  return (
    <div className={styles.planned}>
      <Icon name="hourglass-medium" />
      <p>
        {text}
        <br />
        <small>
          {when}
          {readOnly && ` · ${t('maintenance.readOnlyOn')}`}
        </small>
      </p>
      {onCancel && (
        <Button
          small
          onClick={() =>
            onCancel({ act: t('maintenance.cancelAct'), hint: text, change: () => ({ maintenance: null }) })
          }
        >
          {t('maintenance.cancel')}
        </Button>
      )}
    </div>
  );
}
