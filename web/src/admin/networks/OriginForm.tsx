import {
  MAX_ORIGIN_TEXT,
  MAX_REASON,
  needsSecondOperator,
  ORIGIN_SANCTIONS,
  type OriginSanctionKind,
  type SanctionOrigin,
  type Violation,
} from '@doushouqi/protocol';
import type { FormEvent } from 'react';
import { randomId } from '../../client/random-id.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useTyped } from '../../ui/use-timers.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { hoursText } from '../decision/measures.ts';
import { t as decision } from '../decision/texts.ts';
import { ViolationField } from '../decision/ViolationField.tsx';
import { Check, Line, TextArea } from '../parts/fields.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Segments } from '../parts/Segments.tsx';
import { originText } from '../sanctions/subject.ts';
import styles from './NetworksPage.module.css';
import { OriginUse, UseCounts } from './OriginUse.tsx';
import { t } from './texts.ts';

interface Draft {
  /** Of the sanction: a repetition after a lost reply, also after a reload, counts once. */
  id: string;
  of: SanctionOrigin['of'];
  value: string;
  kind: OriginSanctionKind;
  hours: number;
  violation: Violation | null;
  coversMembers: boolean;
  text: string;
  reason: string;
}

const ID_BYTES = 12;
const DAY = 24;
/** Offered durations in hours. */
const DURATIONS = [DAY, 7 * DAY, 30 * DAY, 90 * DAY] as const;
/** Where a range or a device has come to the eye: complete enough to be asked for. */
const COMPLETE = { network: /^[0-9a-f.:]+\/\d{1,3}$/i, device: /^[\w-]{16}$/ } as const;

/** Sanctions an address range or a device, after showing which accounts it has had. */
export function OriginForm({ given }: { given: SanctionOrigin }) {
  const { draft, change, discard } = useDraft<Draft>(`origin:${given.of}:${given.value}`, {
    ...given,
    ...{ id: randomId(ID_BYTES), kind: 'mute', hours: 7 * DAY, violation: null },
    ...{ coversMembers: false, text: t('letter'), reason: '' },
  });
  const { of, kind, hours, violation, coversMembers } = draft;
  const [value, text, reason] = [draft.value.trim(), draft.text.trim(), draft.reason.trim()];
  const isComplete = COMPLETE[of].test(value);
  const typed = useTyped(value);
  const isShown = isComplete && typed === value;
  const { run, isRunning } = useAction({
    call: (chosen: Violation) =>
      api.imposeOnOrigin({
        body: {
          ...{ id: draft.id, origin: { of, value }, kind, hours, coversMembers, text, reason },
          violation: chosen,
        },
      }),
    done({ state, origins: [origin] }) {
      toast.success(t(state === 'pending' ? 'pending' : 'done', { origin: originText(origin!) }));
      discard();
    },
  });
  const isReady = isComplete && violation !== null && text !== '' && reason !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) run(violation);
  };
  const needsSecond = needsSecondOperator(kind, hours);
  return (
    <>
      <Panel title={t('title')}>
        <form onSubmit={submit}>
          <fieldset disabled={isRunning} className={styles.form}>
            <Segments
              legend={t('of')}
              options={(['network', 'device'] as const).map((one) => [one, t(`kind.${one}`)] as const)}
              value={of}
              onChange={(one) => change({ of: one })}
            />
            <Line
              label={t(`value.${of}`)}
              value={draft.value}
              maxLength={64}
              onText={(next) => change({ value: next })}
            />
            {isShown ? <UseCounts origin={{ of, value }} /> : <p className={styles.hint}>{t('rule')}</p>}
            <Segments
              legend={t('measure')}
              options={ORIGIN_SANCTIONS.map((one) => [one, decision(`kind.${one}`)] as const)}
              value={kind}
              onChange={(one) => change({ kind: one })}
            />
            <Segments
              legend={t('duration')}
              options={DURATIONS.map((one) => [one, hoursText(one)] as const)}
              value={hours}
              onChange={(one) => change({ hours: one })}
            />
            <p className={styles.hint}>{t(`effect.${kind}`)}</p>
            <Check checked={coversMembers} onChange={(on) => change({ coversMembers: on })}>
              {t('members')}
            </Check>
            {!coversMembers && <p className={styles.hint}>{t('onlyNew')}</p>}
            <ViolationField value={violation} onChange={(one) => change({ violation: one })} />
            <TextArea
              label={t('text')}
              rows={2}
              maxLength={MAX_ORIGIN_TEXT}
              value={draft.text}
              onText={(next) => change({ text: next })}
            />
            <TextArea
              label={t('reason')}
              rows={2}
              maxLength={MAX_REASON}
              value={draft.reason}
              onText={(next) => change({ reason: next })}
            />
            {needsSecond && <p className={styles.hint}>{t('needsSecond')}</p>}
            <div className={styles.buttons}>
              <Button small type="submit" tone="primary" disabled={!isReady} busy={isRunning}>
                {needsSecond ? decision('toSecond') : t(`act.${kind}`, { duration: hoursText(hours) })}
              </Button>
            </div>
          </fieldset>
        </form>
      </Panel>
      {isShown && <OriginUse origin={{ of, value }} />}
    </>
  );
}
