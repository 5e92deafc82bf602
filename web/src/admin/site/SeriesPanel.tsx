import { TIME_CONTROLS, TOURNAMENT_NAME_LENGTH, type TournamentSeries } from '@doushouqi/protocol';
import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Check, Line } from '../parts/fields.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Table } from '../parts/Table.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './SeriesPanel.module.css';
import { t } from './texts.ts';
import { useSeries } from './use-series.ts';

type Editing = ReturnType<typeof useSeries>;

const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

function dayName(day: number): string {
  return t(`curve.days.d${day as 0}`);
}

function clockText({ initial, increment }: TournamentSeries['timeControl']): string {
  return t('series.control', { initial, increment });
}

function whenText({ weekdays, days, time }: TournamentSeries): string {
  const words = [
    ...(weekdays ?? []).map(dayName),
    ...(days ? [t('series.monthly', { days: days.join('、') })] : []),
  ];
  return t('series.when', { days: words.join('、') || t('series.daily'), time });
}

function whatText({ kind, timeControl, minutes, rounds, rated }: TournamentSeries): string {
  const length =
    kind === 'arena'
      ? t('series.ofMinutes', { count: minutes ?? 0 })
      : t('series.ofRounds', { count: rounds ?? 0 });
  return t('series.what', {
    ...{ kind: t(`series.${kind}`), clock: clockText(timeControl), length },
    rated: t(rated ? 'series.rated' : 'series.unrated'),
  });
}

/** The series of tournaments: those that run, and a form that adds or changes one. */
export function SeriesPanel(props: PanelProps) {
  const { settings } = props.site;
  const { mayChange } = props.change;
  const [edited, setEdited] = useState<string | null>(null);
  const editing = useSeries(props, { edited, onDone: () => setEdited(null) });
  const { list, useFile } = editing;
  return (
    <Panel
      title={t('series.title')}
      aside={
        settings.series !== null && mayChange ? (
          <span className={styles.acts}>
            <button type="button" onClick={useFile}>
              {t('series.byFile')}
            </button>
          </span>
        ) : (
          t('series.note')
        )
      }
    >
      {list === null || list.length === 0 ? (
        <p className={styles.empty}>{t(list === null ? 'series.unknown' : 'series.none')}</p>
      ) : (
        <List list={list} editing={editing} mayChange={mayChange} onEdit={setEdited} />
      )}
      {settings.series === null && <p className={styles.empty}>{t('series.fromFile')}</p>}
      {mayChange && list !== null && <Form key={edited} editing={editing} />}
    </Panel>
  );
}

interface ListProps {
  list: readonly TournamentSeries[];
  editing: Editing;
  mayChange: boolean;
  onEdit: (id: string) => void;
}

function List({ list, editing: { remove }, mayChange, onEdit }: ListProps) {
  const rows = list.map((one) => ({
    key: one.id,
    cells: [
      <span key="name" className={styles.name}>
        {one.name}
        <small>{whatText(one)}</small>
      </span>,
      whenText(one),
      mayChange && (
        <div key="act" className={styles.acts}>
          <button type="button" onClick={() => onEdit(one.id)}>
            {t('series.change')}
          </button>
          <button type="button" onClick={() => remove(one)}>
            {t('series.remove')}
          </button>
        </div>
      ),
    ],
  }));
  const act = (
    <span key="act" className="visually-hidden">
      {t('series.column.act')}
    </span>
  );
  return <Table head={[t('series.column.name'), t('series.column.when'), act]} rows={rows} />;
}

function Form({ editing }: { editing: Editing }) {
  const { draft, change, problem, isKnown, isReady, act, close, save } = editing;
  const { name, kind, clock, time, days, minutes, rounds, rated } = draft;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) save();
      }}
    >
      <Line
        label={t('series.name')}
        maxLength={TOURNAMENT_NAME_LENGTH}
        value={name}
        onText={(text) => change({ name: text })}
      />
      <div className={styles.pair}>
        <Options
          label={t('series.kind')}
          value={kind}
          options={(['arena', 'swiss'] as const).map((one) => [one, t(`series.${one}`)])}
          onValue={(value) => change({ kind: value as typeof kind })}
        />
        <Options
          label={t('series.clock')}
          value={String(clock)}
          options={TIME_CONTROLS.map((one, place) => [String(place), clockText(one)])}
          onValue={(value) => change({ clock: Number(value) })}
        />
        <Line
          type="time"
          label={t('series.time')}
          value={time}
          onText={(text) => change({ time: text.slice(0, 5) })}
        />
        {kind === 'arena' ? (
          <Line
            inputMode="numeric"
            label={t('series.minutes')}
            value={minutes}
            onText={(text) => change({ minutes: text })}
          />
        ) : (
          <Line
            inputMode="numeric"
            label={t('series.rounds')}
            value={rounds}
            onText={(text) => change({ rounds: text })}
          />
        )}
      </div>
      <Weekdays editing={editing} />
      <Line label={t('series.days')} value={days} onText={(text) => change({ days: text })} />
      <Check checked={rated} onChange={(checked) => change({ rated: checked })}>
        {t('series.rated')}
      </Check>
      <div className={styles.buttons}>
        <span className={styles.wrong} role="alert">
          {problem}
        </span>
        {isKnown && (
          <Button small onClick={close}>
            {t('series.stop')}
          </Button>
        )}
        <Button small type="submit" tone="primary" disabled={!isReady}>
          {act}
        </Button>
      </div>
    </form>
  );
}

function Weekdays({ editing: { draft, change } }: { editing: Editing }) {
  const toggle = (day: number, on: boolean): void =>
    change({ weekdays: on ? [...draft.weekdays, day] : draft.weekdays.filter((one) => one !== day) });
  return (
    <fieldset className={styles.week}>
      <legend>{t('series.weekdays')}</legend>
      {WEEK.map((day) => (
        <Check key={day} checked={draft.weekdays.includes(day)} onChange={(on) => toggle(day, on)}>
          {dayName(day)}
        </Check>
      ))}
    </fieldset>
  );
}

interface OptionsProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onValue: (value: string) => void;
}

function Options({ label, value, options, onValue }: OptionsProps) {
  const id = useId();
  return (
    <div className={styles.options}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
