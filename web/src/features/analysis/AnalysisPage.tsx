import { type GameText, gameOfRecord, ownSideOf, type Side } from '@doushouqi/rules';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useAddressQuery } from '../../client/address.ts';
import { session } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import { AnalysisScreen } from './AnalysisScreen.tsx';
import { refusalText } from './messages.ts';
import { RecordSource } from './RecordSource.tsx';
import { keyOf } from './review/stored-evaluations.ts';
import { type Analysis, newAnalysis, withGame } from './study/analysis.ts';
import { AnalysisGame } from './study/analysis-game.ts';
import { type Link, readLink } from './study/links.ts';
import { at, atPly, hasOwnMoves, type Study, studyOf } from './study/study.ts';
import { t } from './texts.ts';
import { loadAnalysis, loadNamedAnalysis, useAnalysisStorage } from './use-analysis-storage.ts';

/** Analysis with setup, play and notation of the game that the address names, else of the stored analysis. */
export default function AnalysisPage() {
  const { search, state } = useLocation();
  const query = useAddressQuery();
  const link = useMemo(() => readLink(query), [query]);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <Source key={search} link={link} name={link.kind === 'none' ? '' : search} handed={state} />
    </>
  );
}

/** A game and the user's side in it, if known. */
interface OwnGame {
  readonly text: GameText;
  readonly own: Side | null;
}

/**
 * Returns the game, or the record that the address names, from the navigation state of another page. The state is not
 * trusted.
 */
function handedGame(state: unknown, link: Link): OwnGame | null {
  const { game, record } = (typeof state === 'object' && state !== null ? state : {}) as Record<
    string,
    unknown
  >;
  const isNamed = link.kind === 'record' && (record as { _id?: unknown } | undefined)?._id === link.id;
  const given = isNamed ? record : link.kind === 'none' ? game : null;
  const read = given ? gameOfRecord(given) : null;
  return read?.ok
    ? { text: read.value, own: ownSideOf(given, session.store.getState().user?._id ?? null) }
    : null;
}

/** Returns the ply at which the handed game opens: its start by default. */
function handedPly(state: unknown): number {
  const ply = (state as { ply?: unknown } | null)?.ply;
  return Number.isSafeInteger(ply) ? Math.max(0, ply as number) : 0;
}

/** Returns whether the user came for a review; a rated game's own address opens its review. */
function wantsReview(state: unknown, link: Link): boolean {
  return link.kind === 'game' || (state as { review?: unknown } | null)?.review === true;
}

function Source({ link, name, handed }: { link: Link; name: string; handed: unknown }) {
  const [game] = useState(() => handedGame(handed, link));
  const [isReview] = useState(() => wantsReview(handed, link));
  if (game) {
    const study = atPly(studyOfText(game.text), handedPly(handed));
    return (
      <Opened study={study} own={game.own} name={name || keyOf(study.tree.played)} isReview={isReview} />
    );
  }
  if (link.kind === 'record' || link.kind === 'shared' || link.kind === 'game') {
    return (
      <RecordSource kind={link.kind} id={link.id}>
        {(text, own) => <Opened study={studyOfText(text)} own={own} name={name} isReview={isReview} />}
      </RecordSource>
    );
  }
  return (
    <Opened study={link.kind === 'position' ? link.study : null} name={name} isBad={link.kind === 'bad'} />
  );
}

function studyOfText({ tree, headers, times = [] }: GameText): Study {
  return studyOf(tree, { headers, times });
}

interface OpenedProps {
  /** The game to analyze; null: the stored analysis. */
  study: Study | null;
  /** The query of the address or the key of the handed game; empty for the user's own analysis. */
  name: string;
  /** The user's side in it. */
  own?: Side | null;
  /** Whether the review starts at once. */
  isReview?: boolean;
  /** Whether the address is invalid. */
  isBad?: boolean;
}

/**
 * Returns the user's edits of the game if any are stored, else the game itself.
 * @param isBack whether the page was reloaded or reached by the back button: the mode stays as it was
 */
function firstAnalysis({ study, name, isReview = false }: OpenedProps, isBack: boolean): Analysis {
  if (!study) return name === '' ? loadAnalysis() : newAnalysis();
  const stored = loadNamedAnalysis(name);
  if (stored && (isBack || hasOwnMoves(stored.play))) return stored;
  const opened = withGame(newAnalysis(), stored ? at(stored.notation, study.path) : study);
  return isReview ? { ...opened, mode: 'review' } : opened;
}

function Opened(props: OpenedProps) {
  const isBack = useNavigationType() === 'POP';
  const [game] = useState(() => new AnalysisGame((code) => refusalText(code), firstAnalysis(props, isBack)));
  useAnalysisStorage(game, props.name);
  const { isBad = false, isReview = false, own = null } = props;
  useEffect(() => {
    if (isBad) toast.error(t('link.bad'));
  }, [isBad]);
  return <AnalysisScreen game={game} isReview={isReview} own={own} />;
}
