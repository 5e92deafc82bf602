import {
  TIME_CONTROLS,
  TOURNAMENT_DESCRIPTION_LENGTH,
  TOURNAMENT_NAME_LENGTH,
  type WireTournamentKind,
} from '@doushouqi/protocol';
import { type ReactNode, useState } from 'react';
import { controlText } from '../../../shared/pairing/pools.ts';
import { Card } from '../../../ui/Card.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { PasswordInput } from '../PasswordInput.tsx';
import {
  ARENA_CHOICES,
  BREAK_CHOICES,
  type Draft,
  type DraftField,
  expectedTimes,
  type Faults,
  playersFor,
  ROUNDS,
  roughDuration,
} from './draft.ts';
import { KindChoice } from './KindChoice.tsx';
import { LevelRange } from './LevelRange.tsx';
import { StartField } from './StartField.tsx';
import styles from './TournamentForm.module.css';
import { t } from './texts.ts';

interface PartProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

interface TournamentFormProps extends PartProps {
  faults: Faults;
  /** The server's time. */
  now: number;
  /** The kind of a tournament that exists is fixed. */
  isKindFixed: boolean;
}

/** The fields of a tournament. A field says what is wrong once it was left. */
export function TournamentForm({ draft, change, faults, now, isKindFixed }: TournamentFormProps) {
  const [left, setLeft] = useState<readonly DraftField[]>(draft.name === '' ? [] : ['name']);
  const leave = (field: DraftField): void => setLeft((known) => [...known, field]);
  const shown = (field: DraftField) => (left.includes(field) ? faults[field] : undefined);
  return (
    <div className={styles.fields}>
      <div className={styles.whole}>
        <KindChoice
          value={draft.kind}
          onChange={isKindFixed ? undefined : (kind: WireTournamentKind) => change({ kind })}
        />
      </div>
      <Field
        label={t('name')}
        name="name"
        autoComplete="off"
        value={draft.name}
        error={shown('name')}
        hint={t('count', { count: [...draft.name].length, most: TOURNAMENT_NAME_LENGTH })}
        isGood={faults.name === undefined}
        onChange={(event) => change({ name: event.target.value })}
        onBlur={() => leave('name')}
      />
      <Choice
        legend={t('control')}
        options={TIME_CONTROLS.map(controlText).map((name) => [name, name] as const)}
        value={draft.control}
        onChange={(control) => change({ control })}
        className={styles.controls}
      />
      <StartField
        draft={draft}
        now={now}
        // It has a value from the start, so it says at once that the time has passed.
        error={faults.start}
        onChange={change}
        onBlur={() => leave('start')}
      />
      {draft.kind === 'arena' ? (
        <Choice
          legend={t('length')}
          options={minutesOptions(draft.minutes)}
          value={String(draft.minutes)}
          onChange={(minutes) => change({ minutes: Number(minutes) })}
          className={styles.controls}
        />
      ) : (
        <Rounds {...{ draft, change }} />
      )}
      <div className={styles.whole}>
        <LevelRange {...draft} onChange={change} />
      </div>
      {draft.kind === 'swiss' && (
        <div className={styles.whole}>
          <Choice
            legend={t('pause')}
            options={BREAK_CHOICES.map((seconds) => [String(seconds), breakLabel(seconds)] as const)}
            value={String(draft.breakSeconds)}
            onChange={(seconds) => change({ breakSeconds: Number(seconds) })}
            className={styles.controls}
          />
        </div>
      )}
      <Switches {...{ draft, change }}>
        <PasswordInput
          value={draft.password}
          error={shown('password')}
          hint={t('passwordHint')}
          isGood={faults.password === undefined}
          onChange={(event) => change({ password: event.target.value })}
          onBlur={() => leave('password')}
        />
      </Switches>
      <Description {...{ draft, change }} error={shown('description')} onBlur={() => leave('description')} />
    </div>
  );
}

interface DescriptionProps extends PartProps {
  error: string | undefined;
  onBlur: () => void;
}

function Description({ draft, change, error, onBlur }: DescriptionProps) {
  return (
    <div className={styles.whole}>
      <TextArea
        label={t('description')}
        rows={2}
        limit={TOURNAMENT_DESCRIPTION_LENGTH}
        value={draft.description}
        placeholder={t('descriptionHint')}
        aria-invalid={error !== undefined || undefined}
        onText={(description) => change({ description })}
        onBlur={onBlur}
      />
      {error && (
        <p className={styles.fault} role="alert">
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  );
}

function breakLabel(seconds: number): string {
  return seconds < 60 ? t('choiceSeconds', { count: seconds }) : t('choiceMinutes', { count: seconds / 60 });
}

/** The usual lengths, and the one of a tournament that has another. */
function minutesOptions(minutes: number): (readonly [string, string])[] {
  const all = [...new Set<number>([...ARENA_CHOICES, minutes])].sort((a, b) => a - b);
  return all.map((one) => [String(one), t('choiceMinutes', { count: one })] as const);
}

function Rounds({ draft, change }: PartProps) {
  const { round, whole } = expectedTimes(draft);
  const hint = t('roundsHint', {
    players: playersFor(draft.rounds),
    round: roughDuration(round),
    whole: roughDuration(whole),
  });
  return (
    <div>
      <Stepper
        label={t('rounds')}
        less={t('lessRounds')}
        more={t('moreRounds')}
        value={draft.rounds}
        {...ROUNDS}
        onChange={(rounds) => change({ rounds })}
      />
      <p className={styles.hint}>
        <Icon name="timer" />
        <span>{hint}</span>
      </p>
    </div>
  );
}

/** `children`: the password of a private tournament. */
function Switches({ draft, change, children }: PartProps & { children: ReactNode }) {
  return (
    <Card className={styles.switches}>
      <Switch on={draft.rated} onChange={(rated) => change({ rated })} hint={t('ratedHint')}>
        {t('rated')}
      </Switch>
      <div>
        <Switch on={draft.isPrivate} onChange={(isPrivate) => change({ isPrivate })} hint={t('privateHint')}>
          {t('isPrivate')}
        </Switch>
        {draft.isPrivate && children}
      </div>
      {draft.kind === 'swiss' && (
        <Switch on={draft.checkIn} onChange={(checkIn) => change({ checkIn })} hint={t('checkInHint')}>
          {t('checkIn')}
        </Switch>
      )}
    </Card>
  );
}
