import { SHAPE_COLORS, TREE_LIMITS } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import { IconButton } from '../../ui/Button.tsx';
import styles from './CommentPanel.module.css';
import panels from './Panels.module.css';
import { onStudy, shownStudy } from './study/analysis.ts';
import { useAnalysis } from './study/analysis-game.ts';
import { commented, drawn, nodeOf } from './study/study.ts';
import { t } from './texts.ts';
import type { Workspace } from './use-workspace.ts';

/** The comment and the drawings of the shown move. */
export function CommentPanel({ workspace }: { workspace: Workspace }) {
  const { game } = workspace;
  const isSetup = useAnalysis(game, (analysis) => analysis.mode === 'setup');
  const comment = useAnalysis(game, (analysis) => nodeOf(shownStudy(analysis)).comment);
  if (isSetup) return <p className={panels.empty}>{t('comment.setup')}</p>;
  return (
    <div className={styles.panel}>
      <textarea
        className={styles.text}
        aria-label={t('comment.label')}
        placeholder={t('comment.placeholder')}
        value={comment}
        maxLength={TREE_LIMITS.comment}
        onChange={(event) => game.act(onStudy((study) => commented(study, event.target.value)))}
      />
      <Pens workspace={workspace} />
      <p className={styles.hint}>
        {workspace.pen ? t('comment.penHint') : null}
        <span>{t('comment.count', { count: comment.length, max: TREE_LIMITS.comment })}</span>
      </p>
    </div>
  );
}

/** Drawing colors for mouse and touch; a press on the selected color deselects it. */
function Pens({ workspace: { game, pen, setPen } }: { workspace: Workspace }) {
  const isClean = useAnalysis(game, (analysis) => nodeOf(shownStudy(analysis)).shapes.length === 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.pens} role="group" aria-label={t('comment.pen')}>
      <span>{t('comment.pen')}</span>
      {SHAPE_COLORS.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={boardText(`color.${color}`)}
          title={boardText(`color.${color}`)}
          aria-pressed={pen === color}
          data-color={color}
          className={styles.pen}
          onClick={() => setPen(pen === color ? null : color)}
        />
      ))}
      <IconButton
        icon="trash"
        label={t('comment.erase')}
        disabled={isClean}
        onClick={() => game.act(onStudy((study) => drawn(study, [])))}
      />
    </div>
  );
}
