import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../client/session.ts';
import { stateAfter, useLateFocus } from '../../shared/school/focus.ts';
import acts from '../../shared/table/TableActions.module.css';
import { Action } from '../../shared/table/TableActions.tsx';
import type { Table } from '../../shared/table/use-table.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast-store.ts';
import { analysisOf } from './line.ts';
import styles from './PuzzleActions.module.css';
import { PuzzleIcon } from './PuzzleIcon.tsx';
import type { PuzzleGame } from './puzzle-game.ts';
import { t } from './texts.ts';
import { usePuzzleState } from './use-puzzle.ts';
import { lineOf } from './words.ts';

/** What follows a puzzle. */
export interface NextPuzzle {
  readonly label: string;
  /** Resolves to the address. */
  find: () => Promise<string>;
}

interface PuzzleActionsProps {
  game: PuzzleGame;
  table: Table;
  next: NextPuzzle;
}

/** Hint, answer, flip; after the end votes, analysis and the next puzzle. The main button keeps its place. */
export function PuzzleActions({ game, table, next }: PuzzleActionsProps) {
  const { phase, wrong, hint, rates, tries, isHinted } = usePuzzleState(game);
  const layout = useTableLayout();
  const isWide = layout === 'wide' || layout === 'columns';
  const isOpen = phase === 'asking';
  const answer = async (): Promise<void> => {
    const isFresh = rates === true && tries === 0;
    const question = {
      title: t('confirmAnswer.title'),
      message: t('confirmAnswer.message'),
      confirmText: t('confirmAnswer.confirm'),
    };
    if (!isFresh || (await confirm(question))) await game.answer();
  };
  if (phase === 'over') return <OverActions {...{ game, next, isWide }} />;
  const isWrong = isOpen && wrong !== null;
  if (isWide) {
    return (
      <div className={styles.buttons}>
        <Button icon="lightbulb" disabled={!isOpen || hint !== null} onClick={() => void game.hint()}>
          {t('actions.hint')} {!isHinted && tries === 0 && <small>{t('actions.hintCost')}</small>}
        </Button>
        <Button icon="eye" disabled={!isOpen} onClick={() => void answer()}>
          {t('actions.answer')} {tries === 0 && <small>{t('actions.answerCost')}</small>}
        </Button>
        <Button icon="arrows-down-up" onClick={table.onFlip}>
          {t('actions.flip')}
        </Button>
        {isWrong ? (
          <Button tone="primary" onClick={() => game.tryAgain()}>
            {t('actions.again')}
          </Button>
        ) : (
          <Button tone="primary" disabled>
            {next.label}
          </Button>
        )}
      </div>
    );
  }
  if (isWrong) {
    return (
      <div className={styles.over} data-narrow="true">
        <div className={styles.small}>
          <Button disabled={hint !== null} onClick={() => void game.hint()}>
            {t('actions.hint')}
          </Button>
          <Button onClick={() => void answer()}>{t('actions.answer')}</Button>
        </div>
        <Button tone="primary" onClick={() => game.tryAgain()}>
          {t('actions.again')}
        </Button>
      </div>
    );
  }
  return (
    <div className={acts.acts}>
      <Action
        icon="lightbulb"
        label={t('actions.hint')}
        title={t('actions.hintCost')}
        disabled={!isOpen || hint !== null}
        onClick={() => void game.hint()}
      />
      <Action
        icon="eye"
        label={t('actions.answer')}
        title={t('actions.answerCost')}
        disabled={!isOpen}
        onClick={() => void answer()}
      />
      <Action icon="arrows-down-up" label={t('actions.flip')} onClick={table.onFlip} />
      <Action icon="caret-right" label={next.label} disabled onClick={() => {}} />
    </div>
  );
}

function OverActions({ game, next, isWide }: Omit<PuzzleActionsProps, 'table'> & { isWide: boolean }) {
  const state = usePuzzleState(game);
  // Up to the shown position.
  const address = analysisOf(game.puzzle, lineOf({ ...state, full: null }));
  return (
    <div className={styles.over} data-narrow={!isWide}>
      <div className={styles.small}>
        <Votes game={game} />
        <ButtonLink to={address} {...(isWide && { icon: 'chart-line' })}>
          {t('actions.analyze')}
        </ButtonLink>
        <Button {...(isWide && { icon: 'arrow-counter-clockwise' })} onClick={() => game.replay()}>
          {t('actions.replay')}
        </Button>
      </div>
      <NextButton next={next} />
    </div>
  );
}

/** The vote of a member or guest. */
function Votes({ game }: { game: PuzzleGame }) {
  const isKnown = useSession(({ user }) => user !== null);
  const { vote } = usePuzzleState(game);
  if (!isKnown) return null;
  const button = (value: 1 | -1) => (
    <Button
      className={styles.vote}
      aria-pressed={vote === value}
      aria-label={t(value === 1 ? 'actions.like' : 'actions.dislike')}
      title={t(value === 1 ? 'actions.like' : 'actions.dislike')}
      onClick={() => void game.vote(value)}
    >
      <PuzzleIcon name={value === 1 ? 'thumbs-up' : 'thumbs-down'} />
    </Button>
  );
  return (
    <>
      {button(1)}
      {button(-1)}
    </>
  );
}

function NextButton({ next }: { next: NextPuzzle }) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  useLateFocus(button);
  const { mutate, isPending } = useMutation({
    mutationFn: (_press: Pick<MouseEvent, 'detail'>) => next.find(),
    onSuccess: (to, press) => void navigate(to, { state: stateAfter(press) }),
    onError: () => toast.error(t('failed')),
  });
  return (
    <Button ref={button} tone="primary" wide busy={isPending} onClick={({ detail }) => mutate({ detail })}>
      {next.label}
      <Icon name="caret-right" />
    </Button>
  );
}
