import '../../i18n/analysis-texts.ts';
import type { GameText } from '@doushouqi/rules';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Analysis, newAnalysis, withGame } from '../../game/analysis/analysis.ts';
import { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import { type Link, readLink } from '../../game/analysis/links.ts';
import { gameOfRecord } from '../../game/analysis/record-game.ts';
import { type Study, studyOf } from '../../game/analysis/study.ts';
import { toast } from '../../ui/toast-store.ts';
import { AnalysisScreen } from './AnalysisScreen.tsx';
import { RecordSource } from './RecordSource.tsx';
import { refusalText } from './texts.ts';
import { keptAnalysis, useKept } from './use-kept.ts';

/** Analysis with setup, play and notation (spec §2): of what the address names, else of what was left here last. */
export default function AnalysisPage() {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const link = useMemo(() => readLink(new URLSearchParams(search)), [search]);
  return (
    <>
      <title>{`${t('analysis.title')} · ${t('app.name')}`}</title>
      <Source key={search} link={link} handed={state} />
    </>
  );
}

/** What another page hands over with the way here: a game, or the record that the address names. Not trusted. */
function handedGame(state: unknown, link: Link): GameText | null {
  const { game, record } = (typeof state === 'object' && state !== null ? state : {}) as Record<
    string,
    unknown
  >;
  const isNamed = link.kind === 'record' && (record as { _id?: unknown } | undefined)?._id === link.id;
  const read = isNamed ? gameOfRecord(record) : link.kind === 'none' && game ? gameOfRecord(game) : null;
  return read?.ok ? read.value : null;
}

function Source({ link, handed }: { link: Link; handed: unknown }) {
  const [game] = useState(() => handedGame(handed, link));
  useTaken(game !== null && link.kind === 'none');
  if (game) return <Opened study={studyOfText(game)} isNamed={link.kind !== 'none'} />;
  if (link.kind === 'record' || link.kind === 'shared') {
    return (
      <RecordSource kind={link.kind} id={link.id}>
        {(text) => <Opened study={studyOfText(text)} isNamed />}
      </RecordSource>
    );
  }
  return (
    <Opened
      study={link.kind === 'position' ? link.study : null}
      isNamed={link.kind !== 'none'}
      isBad={link.kind === 'bad'}
    />
  );
}

function studyOfText({ tree, headers, times = [] }: GameText): Study {
  return studyOf(tree, { headers, times });
}

/** A game that was handed over is there once: a reload shows what has become of it. */
function useTaken(taken: boolean): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (taken) void navigate(pathname + search, { replace: true, state: null });
  }, [taken, navigate, pathname, search]);
}

interface OpenedProps {
  /** The game to be looked through; null: what was left here last. */
  study: Study | null;
  /** The address names it. */
  isNamed: boolean;
  /** The address names something that cannot be. */
  isBad?: boolean;
}

function firstAnalysis({ study, isNamed }: OpenedProps): Analysis {
  if (study) return withGame(isNamed ? newAnalysis() : keptAnalysis(), study);
  return isNamed ? newAnalysis() : keptAnalysis();
}

function Opened(props: OpenedProps) {
  const { t } = useTranslation();
  const [game] = useState(() => new AnalysisGame((code) => refusalText(t, code), firstAnalysis(props)));
  useKept(game, props.isNamed);
  const { isBad = false } = props;
  useEffect(() => {
    if (isBad) toast.error(t('analysis.link.bad'));
  }, [isBad, t]);
  return <AnalysisScreen game={game} />;
}
