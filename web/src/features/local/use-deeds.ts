import { otherSide, type Side } from '@doushouqi/rules';
import { t as boardText } from '../../board/texts.ts';
import {
  endRefusal,
  hasMoves,
  type LocalRefusal,
  undoRefusal,
} from '../../shared/device-games/local-game-state.ts';
import { type ConfirmOptions, confirm } from '../../ui/confirm-store.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { toast } from '../../ui/toast-store.ts';
import type { LocalGame } from './local-game.ts';
import { t } from './texts.ts';
import { useFacts } from './use-local-game.ts';

/** Something that a side does besides moving. */
interface Deed {
  name: 'undo' | 'draw' | 'surrender' | 'flip' | 'reset';
  icon: IconName;
  /** Why it cannot be done now. */
  refusal: LocalRefusal | null;
  run: () => void;
}

/** What a side may do besides moving, and what it is asked first. */
export function useDeeds(game: LocalGame, by: Side, onFlip: () => void): readonly Deed[] {
  const facts = useFacts(game);
  const side = boardText(`sideName.${by}`);
  const other = boardText(`sideName.${otherSide(by)}`);
  const undo = (): void => {
    game.takeBack(by);
    toast.success(t('undone'));
  };
  /** Another window may go on, or begin anew, while the question is open: then it was about another game. */
  const ask = async (question: ConfirmOptions, act: () => void): Promise<void> => {
    const { id, version } = facts;
    const isAgreed = await confirm(question);
    const now = game.store.getState().facts;
    if (isAgreed && now.id === id && now.version === version) act();
  };
  const draw = (): Promise<void> => {
    const question = { title: t('draw.title'), message: t('draw.message', { side }) };
    return ask({ ...question, confirmText: t('draw.confirm') }, () => game.agreeDraw());
  };
  const surrender = (): Promise<void> => {
    const title = t('surrender.title', { side });
    const message = t('surrender.message', { other });
    return ask({ title, message, confirmText: t('actions.surrender') }, () => game.surrender(by));
  };
  const reset = (): Promise<void> => {
    const question = { title: t('reset.title'), message: t('reset.message') };
    return ask({ ...question, confirmText: t('actions.reset') }, () => game.reset());
  };
  const end = endRefusal(facts);
  const isFresh = !hasMoves(facts) && end === null;
  return [
    { name: 'undo', icon: 'arrow-counter-clockwise', refusal: undoRefusal(facts, by), run: undo },
    { name: 'draw', icon: 'handshake', refusal: end, run: () => void draw() },
    { name: 'surrender', icon: 'flag', refusal: end, run: () => void surrender() },
    { name: 'flip', icon: 'arrows-down-up', refusal: null, run: onFlip },
    {
      name: 'reset',
      icon: 'arrows-clockwise',
      refusal: isFresh ? 'NO_MOVES' : null,
      run: () => void reset(),
    },
  ];
}
