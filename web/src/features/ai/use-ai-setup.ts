import { TIME_CONTROLS } from '@doushouqi/protocol';
import type { Side } from '@doushouqi/rules';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { randomId } from '../../client/random-id.ts';
import { storage } from '../../client/storage.ts';
import { isAiOver } from '../../shared/device-games/ai-game-state.ts';
import { keptAi, startAi } from '../../shared/device-games/ai-saved.ts';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import { type Opponent, opponentFor } from '../../shared/device-games/opponents.ts';
import { confirm } from '../../ui/confirm-store.ts';
import { useAiChoice } from './ai-choice.ts';
import { t } from './texts.ts';

export const SIDE_CHOICES = ['red', 'blue', 'random'] as const;
type SideChoice = (typeof SIDE_CHOICES)[number];

/** `none`, or minutes and seconds as `5+3`. */
export const TIME_CHOICES: readonly string[] = [
  'none',
  ...TIME_CONTROLS.map(({ initial, increment }) => `${initial}+${increment}`),
];

export function timeControlOf(choice: string) {
  return TIME_CONTROLS.find(({ initial, increment }) => choice === `${initial}+${increment}`) ?? null;
}

const SIDES: Record<SideChoice, () => Side> = {
  red: () => 'red',
  blue: () => 'blue',
  random: () => (Math.random() < 0.5 ? 'red' : 'blue'),
};

/** What the person chooses before a game, as with the last one. */
export interface AiSetup {
  opponent: Opponent | undefined;
  side: SideChoice;
  time: string;
  undo: boolean;
  hints: boolean;
  change: (change: Partial<Pick<AiSetup, 'side' | 'time' | 'undo' | 'hints'>>) => void;
  start: () => Promise<void>;
  /** Whether a game waits that was not played to its end. */
  canResume: boolean;
}

export function useAiSetup(): AiSetup {
  const navigate = useNavigate();
  const opponent = opponentFor(useAiChoice());
  const [kept] = useState(() => keptAi(storage));
  const canResume = kept !== null && hasMoves(kept.local) && !isAiOver(kept);
  const [chosen, setChosen] = useState(() => chosenBefore(kept?.setting));
  const start = async (): Promise<void> => {
    if (!opponent) return;
    const question = {
      title: t('replace.title'),
      message: t('replace.message'),
      confirmText: t('replace.confirm'),
    };
    if (canResume && !(await confirm(question))) return;
    const { side, time, undo, hints } = chosen;
    const setting = { level: opponent.level, own: SIDES[side](), control: timeControlOf(time), undo, hints };
    startAi({ storage, randomId: () => randomId(8) }, setting);
    await navigate('/play/ai/game');
  };
  const change: AiSetup['change'] = (some) => setChosen({ ...chosen, ...some });
  return { ...chosen, opponent, change, start, canResume };
}

type Chosen = Pick<AiSetup, 'side' | 'time' | 'undo' | 'hints'>;

function chosenBefore(setting: NonNullable<ReturnType<typeof keptAi>>['setting'] | undefined): Chosen {
  if (!setting) return { side: 'red', time: 'none', undo: true, hints: true };
  const { own, control, undo, hints } = setting;
  const time = control ? `${control.initial}+${control.increment}` : 'none';
  return { side: own === 'red' ? 'red' : 'blue', time, undo, hints };
}
