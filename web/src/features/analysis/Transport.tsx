import { Button, IconButton } from '../../ui/Button.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { FaultButton } from './review/ReviewSteps.tsx';
import { useReviewView } from './review/use-review-view.ts';
import { onStudy, shownStudy } from './study/analysis.ts';
import { useAnalysis } from './study/analysis-game.ts';
import { atPly, lineOf, plyOf, type Step } from './study/study.ts';
import styles from './Transport.module.css';
import { t } from './texts.ts';
import { PLAYER, type Playback } from './use-playback.ts';
import type { Workspace } from './use-workspace.ts';

/** Navigation through the moves: slider, steps and autoplay. */
export function Transport({ workspace, playback }: { workspace: Workspace; playback: Playback }) {
  const { game } = workspace;
  const isReview = useAnalysis(game, (analysis) => analysis.mode === 'review');
  const ply = useAnalysis(game, (analysis) => plyOf(shownStudy(analysis).path));
  const plies = useAnalysis(game, (analysis) => plyOf(lineOf(shownStudy(analysis))));
  const { isPlaying, toggle, step } = playback;
  const word = ply === 0 ? t('record.start') : t('transport.ply', { ply });
  return (
    <section className={styles.transport} aria-label={t('transport.label')}>
      <p className={styles.details}>
        <span>{word}</span>
        <span>{t('transport.plies', { plies })}</span>
      </p>
      <Slider
        label={t('transport.slider')}
        value={ply}
        max={plies}
        step={1}
        valueText={word}
        className={styles.slider}
        onChange={(to) => game.act(onStudy((study) => atPly(study, to)))}
      />
      <div className={styles.buttons} title={t('transport.keys')}>
        <StepButton to="first" isOff={ply === 0} onStep={step} />
        <StepButton to="back" isOff={ply === 0} onStep={step} />
        {isReview ? (
          <ToFault workspace={workspace} />
        ) : (
          <Button
            tone="jade"
            icon={isPlaying ? 'pause' : 'play-fill'}
            {...{ [PLAYER]: true }}
            disabled={!isPlaying && ply === plies}
            onClick={toggle}
          >
            {t(isPlaying ? 'transport.pause' : 'transport.play')}
          </Button>
        )}
        <StepButton to="on" isOff={ply === plies} onStep={step} />
        <StepButton to="last" isOff={ply === plies} onStep={step} />
      </div>
    </section>
  );
}

function ToFault({ workspace }: { workspace: Workspace }) {
  const view = useReviewView(workspace);
  return view && <FaultButton view={view} />;
}

const ICONS = { first: 'skip-back', back: 'caret-left', on: 'caret-right', last: 'skip-forward' } as const;

interface StepButtonProps {
  to: Step;
  isOff: boolean;
  onStep: (step: Step) => void;
}

function StepButton({ to, isOff, onStep }: StepButtonProps) {
  return (
    <IconButton icon={ICONS[to]} label={t(`transport.${to}`)} disabled={isOff} onClick={() => onStep(to)} />
  );
}
