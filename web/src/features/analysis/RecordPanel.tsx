import { type PieceType, positionOf, type TreePath, turn } from '@doushouqi/rules';
import { Fragment, memo, useLayoutEffect, useMemo, useRef } from 'react';
import { squareName } from '../../board/geometry.ts';
import { t as boardText } from '../../board/texts.ts';
import { animalOf } from '../../game/board-model.ts';
import { moveText } from '../../shared/table/move-text.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { t as uiText } from '../../ui/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import { resultText } from './messages.ts';
import panels from './Panels.module.css';
import { Glyph } from './review/Glyph.tsx';
import type { Mark } from './review/marks.ts';
import { reviewIn } from './review/review.ts';
import { t as reviewText } from './review/texts.ts';
import { onStudy, shownStudy } from './study/analysis.ts';
import { type AnalysisGame, useAnalysis, useAnalysisBeside } from './study/analysis-game.ts';
import {
  at,
  backToMain,
  branchCount,
  isBranch,
  nodeOf,
  pathOfGame,
  plyOf,
  promoted,
  withoutBranch,
  withoutMove,
} from './study/study.ts';
import { type BranchMove, type TreeMove, treeRows } from './study/tree-rows.ts';
import styles from './TreeList.module.css';
import { t } from './texts.ts';
import { useWork } from './use-engine.ts';
import type { Workspace } from './use-workspace.ts';

/** The record of the mode and its actions. */
export function RecordPanel({ workspace }: { workspace: Workspace }) {
  const { game } = workspace;
  const isPlay = useAnalysis(game, (analysis) => analysis.mode === 'play');
  const isEmpty = useAnalysis(game, (analysis) => shownStudy(analysis).tree.moves === 0);
  return (
    <div className={panels.record}>
      <Details game={game} />
      {isEmpty ? <Empty game={game} isPlay={isPlay} /> : <TreeList workspace={workspace} />}
      <BranchActions game={game} />
      {isPlay && <PlayActions workspace={workspace} />}
    </div>
  );
}

/** Players, result and number of branches. */
function Details({ game }: { game: AnalysisGame }) {
  const study = useAnalysisBeside(game, shownStudy);
  const { Red: red, Blue: blue } = study.headers;
  const seconds = isBranch(study) ? null : study.times[plyOf(study.path) - 1];
  const branches = useMemo(() => branchCount(study.tree), [study.tree]);
  const result = resultText(study);
  return (
    <div className={panels.details}>
      {red && blue && <b>{t('record.players', { red, blue })}</b>}
      {result && <Chip tone="gold">{result}</Chip>}
      {branches > 0 && <Chip icon="git-branch">{t('record.branches', { count: branches })}</Chip>}
      {seconds != null && <Chip icon="timer">{t('record.seconds', { seconds: seconds.toFixed(1) })}</Chip>}
    </div>
  );
}

function Empty({ game, isPlay }: { game: AnalysisGame; isPlay: boolean }) {
  const side = useAnalysis(game, (analysis) => turn(positionOf(nodeOf(shownStudy(analysis)).game)));
  const name = boardText(`sideName.${side}`);
  return (
    <p className={panels.empty}>
      {isPlay ? t('record.emptyPlay', { side: name }) : t('record.emptyNotation')}
    </p>
  );
}

/** Actions while a branch is shown: return to the main line, promote the branch, delete it. */
function BranchActions({ game }: { game: AnalysisGame }) {
  const isOn = useAnalysis(game, (analysis) => isBranch(shownStudy(analysis)));
  if (!isOn) return null;
  const remove = (): void => {
    if (game.act(onStudy(withoutBranch))) toast.info(t('record.removed'));
  };
  return (
    <section className={panels.branch} aria-label={t('record.branch')}>
      <Button small icon="arrow-counter-clockwise" onClick={() => game.act(onStudy(backToMain))}>
        {t('record.toMain')}
      </Button>
      <Button small onClick={() => game.act(onStudy(promoted))}>
        {t('record.promote')}
      </Button>
      <Button small tone="danger" onClick={remove}>
        {t('record.remove')}
      </Button>
    </section>
  );
}

/** Actions on the moves made from a setup position. */
function PlayActions({ workspace: { game, leaving } }: { workspace: Workspace }) {
  const isAtStart = useAnalysis(game, (analysis) => shownStudy(analysis).path === '');
  const isEmpty = useAnalysis(game, (analysis) => shownStudy(analysis).tree.moves === 0);
  return (
    <div className={panels.actions}>
      <Button small disabled={isAtStart} onClick={() => game.act(onStudy(withoutMove))}>
        {t('record.undo')}
      </Button>
      <Button small disabled={isEmpty} onClick={leaving.restart}>
        {t('record.again')}
      </Button>
      <Button small disabled={isEmpty} onClick={leaving.keep}>
        {t('record.keep')}
      </Button>
    </div>
  );
}

/** The moves of the main line by round, and under a round the branches beside its moves. */
function TreeList({ workspace }: { workspace: Workspace }) {
  const { game } = workspace;
  const { tree, path } = useAnalysisBeside(game, shownStudy);
  const rows = useMemo(() => treeRows(tree), [tree]);
  const marks = useMarks(workspace);
  const list = useRef<HTMLElement>(null);
  const show = useMemo(() => (to: TreePath) => void game.act(onStudy((study) => at(study, to))), [game]);
  useShownInSight(list, path);
  const cell = (one: TreeMove | null) =>
    one ? (
      <StillMove one={one} isShown={one.path === path} mark={marks?.get(one.path)} onShow={show} />
    ) : (
      <span />
    );
  return (
    <section ref={list} className={styles.list} aria-label={t('record.title')}>
      <div className={styles.rows}>
        {rows.map(({ number, red, blue, branches }) => (
          <Fragment key={number}>
            <span className={styles.round}>{number}</span>
            {cell(red)}
            {cell(blue)}
            {branches.map((moves) => (
              <Branch key={moves[0]?.path} moves={moves} path={path} onShow={show} />
            ))}
          </Fragment>
        ))}
      </div>
    </section>
  );
}

interface BranchProps {
  moves: readonly BranchMove[];
  path: TreePath;
  onShow: (path: TreePath) => void;
}

/** A branch with its moves in a row; a press on a move shows it. */
function Branch({ moves, path, onShow }: BranchProps) {
  return (
    <section className={styles.branch} aria-label={t('record.branch')}>
      <Icon name="git-branch" className={styles.fork} />
      {moves.map((one) => (
        <span key={one.path} className={styles.part}>
          {one.before}
          <StillMove one={one} isShown={one.path === path} onShow={onShow} inBranch />
          {one.after}
        </span>
      ))}
    </section>
  );
}

interface MoveProps {
  one: TreeMove;
  isShown: boolean;
  inBranch?: boolean;
  mark?: Mark | undefined;
  onShow: (path: TreePath) => void;
}

function Move({ one: { path, move, number, noted }, isShown, inBranch = false, mark, onShow }: MoveProps) {
  const { from, to, piece, capturedPiece, side } = move;
  const said = [moveText(move), noted && t('record.noted'), mark && reviewText(`mark.${mark}`)];
  return (
    <button
      type="button"
      className={cx(styles.move, styles[side], isShown && styles.shown)}
      aria-label={said.filter(Boolean).join(boardText('join'))}
      aria-current={isShown || undefined}
      data-path={path}
      onClick={() => onShow(path)}
    >
      {inBranch && number && <span className={styles.number}>{number}</span>}
      <b>{uiText(`animal.${animalOf(piece)}`)}</b>
      <span>
        {squareName(from)}→{squareName(to)}
      </span>
      {capturedPiece !== null && (
        // Beside a mark only one character fits.
        <em>{mark ? uiText(`animal.${animalOf(capturedPiece)}`) : captureText(capturedPiece)}</em>
      )}
      {noted && <i className={styles.noted} />}
      {mark && <Glyph mark={mark} className={styles.mark} />}
    </button>
  );
}

function captureText(captured: PieceType): string {
  return boardText('captures', { animal: uiText(`animal.${animalOf(captured)}`) });
}

/** Returns the marks of a review by the paths of their moves; null in the other modes. */
function useMarks(workspace: Workspace): ReadonlyMap<TreePath, Mark> | null {
  const isReview = useAnalysis(workspace.game, (analysis) => analysis.mode === 'review');
  const game = useWork(workspace.engine, (work) => work.review?.game);
  const review = useWork(workspace.engine, (work) => (isReview ? reviewIn(work) : null));
  return useMemo(() => {
    if (!review || !game) return null;
    const whole = pathOfGame(game);
    const marked = review.moves.flatMap((move) =>
      move?.mark ? [[whole.slice(0, 4 * move.ply), move.mark] as const] : [],
    );
    return new Map(marked);
  }, [review, game]);
}

/** A long game has hundreds of moves; a step or a typed letter of a comment changes two. */
const StillMove = memo(Move, isSameMove);

function isSameMove(before: MoveProps, after: MoveProps): boolean {
  const [{ path, number, noted, move }, next] = [before.one, after.one];
  const isSamePiece = move.piece === next.move.piece && move.capturedPiece === next.move.capturedPiece;
  const isSameOne = path === next.path && number === next.number && noted === next.noted && isSamePiece;
  const isSameLook = before.isShown === after.isShown && before.mark === after.mark;
  return isSameOne && isSameLook && before.onShow === after.onShow;
}

/** Scrolls only the list to the shown move. */
function useShownInSight(list: React.RefObject<HTMLElement | null>, path: TreePath): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every newly shown move is scrolled to
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    const shown = list.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!list.current || !box) return;
    if (!shown) list.current.scrollTop = 0;
    else list.current.scrollTop += Math.max(0, shown.bottom - box.bottom) + Math.min(0, shown.top - box.top);
  }, [path]);
}
