import type { TreePath } from '@doushouqi/rules';
import { Fragment, memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { squareName } from '../../board/geometry.ts';
import { onStudy, shownStudy } from '../../game/analysis/analysis.ts';
import type { AnalysisGame } from '../../game/analysis/analysis-game.ts';
import { at } from '../../game/analysis/study.ts';
import { type BranchMove, type TreeMove, treeRows } from '../../game/analysis/tree-rows.ts';
import { animalOf, colourOf } from '../../game/board-model.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { moveText } from '../table/move-text.ts';
import styles from './TreeList.module.css';
import { useAnalysis } from './use-analysis.ts';

/** The moves of the main line in their rounds, and under a round the branches beside its moves. */
export function TreeList({ game }: { game: AnalysisGame }) {
  const { t } = useTranslation();
  const tree = useAnalysis(game, (analysis) => shownStudy(analysis).tree);
  const path = useAnalysis(game, (analysis) => shownStudy(analysis).path);
  const rows = useMemo(() => treeRows(tree), [tree]);
  const list = useRef<HTMLElement>(null);
  const show = useMemo(() => (to: TreePath) => void game.act(onStudy((study) => at(study, to))), [game]);
  useShownInSight(list, path);
  const cell = (one: TreeMove | null) =>
    one ? <StillMove one={one} isShown={one.path === path} onShow={show} /> : <span />;
  return (
    <section ref={list} className={styles.list} aria-label={t('analysis.record.title')}>
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

/** A branch, its moves in a row; any of them brings it back. */
function Branch({ moves, path, onShow }: BranchProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.branch} aria-label={t('analysis.record.branch')}>
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
  onShow: (path: TreePath) => void;
}

function Move({ one: { path, move, number, noted }, isShown, inBranch = false, onShow }: MoveProps) {
  const { t } = useTranslation();
  const { from, to, piece, capturedPiece, player } = move;
  const said = noted
    ? [moveText(t, move), t('analysis.record.noted')].join(t('board.join'))
    : moveText(t, move);
  return (
    <button
      type="button"
      className={cx(styles.move, styles[colourOf(player)], isShown && styles.shown)}
      aria-label={said}
      aria-current={isShown || undefined}
      data-path={path}
      onClick={() => onShow(path)}
    >
      {inBranch && number && <span className={styles.number}>{number}</span>}
      <b>{t(`board.animal.${animalOf(piece)}`)}</b>
      <span>
        {squareName(from)}→{squareName(to)}
      </span>
      {capturedPiece !== null && (
        <em>{t('board.captures', { animal: t(`board.animal.${animalOf(capturedPiece)}`) })}</em>
      )}
      {noted && <i className={styles.noted} />}
    </button>
  );
}

/** A long game has hundreds of them, and a step or a letter of a comment changes two. */
const StillMove = memo(Move, isSameMove);

function isSameMove(before: MoveProps, after: MoveProps): boolean {
  const [{ path, number, noted, move }, next] = [before.one, after.one];
  const isSamePiece = move.piece === next.move.piece && move.capturedPiece === next.move.capturedPiece;
  const isSameOne = path === next.path && number === next.number && noted === next.noted && isSamePiece;
  return isSameOne && before.isShown === after.isShown && before.onShow === after.onShow;
}

/** Scrolls the list, and nothing around it, to the shown move. */
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
