import {
  isLasting,
  isOriginSanction,
  mayReturnPoints,
  type ReportKind,
  type ReportRecord,
  type Violation,
} from '@doushouqi/protocol';
import { randomId } from '../../client/random-id.ts';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import { useDraft } from '../core/drafts.ts';
import { useAction } from '../core/query.ts';
import { useNow } from '../core/use-now.ts';
import { letterTemplate } from './letter.ts';
import { type Measure, measureText, proposedMeasure } from './measures.ts';
import { t } from './texts.ts';

export type Verdict = Violation | 'none';

interface Draft {
  /** Of the sanction: a repetition after a lost reply, also after a reload, counts once. */
  id: string;
  verdict: Verdict | null;
  /** Null: the proposed one. */
  measure: Measure | null;
  hidesLines: boolean;
  returnsPoints: boolean;
  alsoDevice: boolean;
  alsoRange: boolean;
  /** Null: the template, and the words of the verdict. */
  letter: string | null;
  reason: string | null;
  /** Ids of reports that this decision leaves open. */
  left: readonly string[];
}

interface DecisionOptions {
  /** What the draft is about: a case, or a person. */
  about: 'case' | 'person';
  person: { _id: string; nickname: string };
  /** Open reports of the person. */
  reports: readonly ReportRecord[];
  done: () => void;
}

/** The bytes of a document's id. */
const ID_BYTES = 12;

/** Returns how many lines were reported; several persons may report one. */
function countLines(reports: readonly ReportRecord[]): number {
  const lines = reports.filter(({ kind }) => kind === 'line');
  return new Set(lines.map(({ quote: { at, content } }) => `${at} ${content}`)).size;
}

/** Returns the shown values: those of the draft, or what the verdict proposes. */
function filled(draft: Draft, reports: readonly ReportRecord[], now: number) {
  const { verdict } = draft;
  const chosen = reports.filter(({ id }) => !draft.left.includes(id));
  const kinds: ReportKind[] = [...new Set(reports.map(({ kind }) => kind))];
  const violation = verdict === 'none' ? null : verdict;
  const base = violation && (draft.measure ?? proposedMeasure(violation, kinds));
  const mayReturn = violation !== null && base !== null && mayReturnPoints(base.kind, violation);
  const measure: Measure | null = base && { ...base, returnsPoints: mayReturn && draft.returnsPoints };
  const template = violation && measure && letterTemplate({ violation, measure, reports: chosen, now });
  const words = verdict === null ? '' : verdict === 'none' ? t('none') : t(`violation.${verdict}`);
  return {
    verdict,
    violation,
    kinds,
    chosen,
    measure,
    mayReturn,
    letter: measure?.kind === 'shadow' ? (template ?? '') : (draft.letter ?? template ?? ''),
    isEdited: draft.letter !== null && draft.letter !== template,
    reason: draft.reason ?? words,
    lines: countLines(chosen),
  };
}

/** The decision about a person: its draft, what may be done with it, and the call. */
export function useDecision({ about, person, reports, done }: DecisionOptions) {
  const initial: Draft = {
    id: randomId(ID_BYTES),
    verdict: null,
    measure: null,
    hidesLines: true,
    returnsPoints: true,
    alsoDevice: false,
    alsoRange: false,
    letter: null,
    reason: null,
    left: [],
  };
  const { draft, change, discard } = useDraft(`${about}:${person._id}`, initial);
  const shown = filled(draft, reports, useNow());
  const { verdict, violation, measure, chosen, letter, reason, lines } = shown;
  const ids = chosen.map(({ id }) => id);
  const { isRunning, run } = useAction({
    async call(_: null) {
      if (verdict === 'none') {
        await api.dismissCase({
          params: { userId: person._id },
          body: { reports: ids, reason: reason.trim() },
        });
        return t('dismissed', { name: person.nickname });
      }
      const { kind, hours } = measure!;
      const imposed = await api.impose({
        body: {
          id: draft.id,
          userId: person._id,
          kind,
          violation: violation!,
          hours: isLasting(kind) ? hours : null,
          text: letter.trim(),
          reason: reason.trim(),
          reports: ids,
          hidesLines: draft.hidesLines && lines > 0,
          returnsPoints: measure!.returnsPoints ?? false,
          alsoDevice: draft.alsoDevice && isOriginSanction(kind),
          alsoRange: draft.alsoRange && isOriginSanction(kind),
        },
      });
      const words = { name: person.nickname, what: measureText(measure!) };
      return imposed.state === 'pending' ? t('pending', words) : t('acted', words);
    },
    done(text) {
      toast.success(text);
      discard();
      done();
    },
  });
  const hasTexts = reason.trim() !== '' && (verdict === 'none' || letter.trim() !== '');
  const isReady = verdict !== null && hasTexts && (about === 'person' || ids.length > 0);
  return {
    ...shown,
    personId: person._id,
    hidesLines: draft.hidesLines,
    alsoDevice: draft.alsoDevice,
    alsoRange: draft.alsoRange,
    left: draft.left,
    isReady,
    isRunning,
    change,
    /** Another verdict proposes another measure. */
    judge: (next: Verdict) => change({ verdict: next, measure: null }),
    submit: () => {
      if (isReady) run(null);
    },
  };
}

export type Decision = ReturnType<typeof useDecision>;
