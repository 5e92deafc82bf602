import { outcome } from '@doushouqi/rules';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { BoardShape } from '../../board/shapes.ts';
import { useInOnlineGame, useInRatedGame } from '../../client/online-lock.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import {
  type AiRefusal,
  aiUndoRefusal,
  drawRefusal,
  HINTS,
  hintRefusal,
} from '../../shared/device-games/ai-game-state.ts';
import { DeviceHeader, LocalResult } from '../../shared/device-games/DeviceTable.tsx';
import { hasMoves } from '../../shared/device-games/local-game-state.ts';
import { OPPONENTS, type Opponent, opponentOf } from '../../shared/device-games/opponents.ts';
import { type Save, useSave } from '../../shared/device-games/save.tsx';
import MoveRecordDialog from '../../shared/table/MoveRecordDialog.tsx';
import type { Step } from '../../shared/table/NextStep.tsx';
import { Action, ActionRow } from '../../shared/table/TableActions.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { TableMain } from '../../shared/table/TableMain.tsx';
import { TablePage, useFullBoard } from '../../shared/table/TablePage.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useKeepStep } from '../../shared/table/use-keep-step.tsx';
import { type Table, useTable } from '../../shared/table/use-table.ts';
import { type TableLayout, useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { type ConfirmOptions, confirm } from '../../ui/confirm-store.ts';
import { Chip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { toast } from '../../ui/toast-store.ts';
import { useMedia } from '../../ui/use-browser.ts';
import styles from './AiHeader.module.css';
import { AiNotes, HintCard } from './AiNotes.tsx';
import { chooseOpponent } from './ai-choice.ts';
import type { AiGame } from './ai-game.ts';
import { AiBar, OpponentCard, OpponentTalk } from './OpponentCard.tsx';
import { RatedLock } from './RatedLock.tsx';
import { againstText, ownTallies } from './tally-texts.ts';
import { t } from './texts.ts';
import { useAi, useAiGame } from './use-ai-game.ts';

/** The game against the computer. It needs the server only to save a record. */
export default function AiGamePage() {
  const game = useAiGame();
  if (useInRatedGame()) return <RatedLock />;
  return game ? <AiTable game={game} /> : <Navigate to="/play/ai" replace />;
}

/** The arrow of the hint. */
function useShapes(game: AiGame): readonly BoardShape[] {
  const hint = useAi(game, (state) => state.hint);
  if (hint?.phase !== 'given') return [];
  const { from, to } = hint.line.move;
  return [{ kind: 'arrow', from, to, color: 'jade', dashed: true }];
}

/** In these layouts the remark of the opponent is below everything else. */
const IN_SHEET: readonly TableLayout[] = ['phone', 'upright'];

function AiTable({ game }: { game: AiGame }) {
  const data = useAi(game, (state) => state.data);
  const { level, own } = data.setting;
  const opponent = opponentOf(level);
  const nickname = useSession(({ user }) => user?.nickname ?? null);
  const name = t(`opponent.${opponent.key}.name`);
  const table = useTable(game, own === 'red' ? { red: nickname, blue: name } : { red: name, blue: nickname });
  const save = useSave(data.local, {
    path: '/play/ai/game',
    aiType: opponent.strong ? 'strong' : 'plain',
    aiLevel: level,
    side: own,
  });
  const full = useFullBoard();
  const layout = useTableLayout();
  const isHinting = useAi(game, ({ hint }) => hint !== null);
  // On lower phones a hint and the opponent do not both fit under the actions.
  const isLow = useMedia(MEDIA.short) && layout === 'phone';
  const talk = <OpponentTalk game={game} opponent={opponent} />;
  const [isRecordOpen, setRecordOpen] = useState(false);
  const header = (
    <AiHeader {...{ game, opponent, save }} onFull={full.enter} onRecord={() => setRecordOpen(true)} />
  );
  return (
    <TablePage header={header} full={full}>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <TableMain
        table={table}
        bar={(side) => <AiBar {...{ game, side, opponent }} glow={table.theme.glow} />}
        parts={{
          left: (
            <>
              <OpponentCard opponent={opponent} setting={data.setting} />
              {talk}
            </>
          ),
          notes: (
            <>
              <AiNotes game={game} hasHint={!isLow} />
              {!IN_SHEET.includes(layout) && layout !== 'wide' && talk}
            </>
          ),
          ...(IN_SHEET.includes(layout) && { sheet: talk }),
          answer: isLow && isHinting && <HintCard game={game} />,
          actions: <AiActions table={table} game={game} />,
          shapes: useShapes(game),
          result: <AiResult {...{ table, game, save }} />,
        }}
      />
      <MoveRecordDialog table={table} open={isRecordOpen} onClose={() => setRecordOpen(false)} />
    </TablePage>
  );
}

interface AiHeaderProps {
  game: AiGame;
  opponent: Opponent;
  save: Save;
  onFull: () => void;
  onRecord: () => void;
}

/** The bar over the game with both names; in landscape a rail beside the board. */
function AiHeader({ game, opponent, save, onFull, onRecord }: AiHeaderProps) {
  const name = t(`opponent.${opponent.key}.name`);
  return (
    <DeviceHeader
      back={{ to: '/play/ai', label: t('toLevels') }}
      title={name}
      heading={
        <div className={styles.names}>
          <div className={styles.line}>
            <h1 className={head.title}>{name}</h1>
            <TimeChip game={game} />
          </div>
        </div>
      }
      tools={<IconButton icon="list-numbers" label={tableText('record')} onClick={onRecord} />}
      isSaveShort={useTableLayout() === 'phone'}
      settings={{ title: t('settings') }}
      {...{ save, onFull }}
    />
  );
}

function TimeChip({ game }: { game: AiGame }) {
  const control = useAi(game, ({ data }) => data.setting.control);
  const isPhone = useTableLayout() === 'phone';
  const isWarmUp = useAi(game, ({ data }) => data.setting.warmUp === true);
  if (isWarmUp) {
    return <Chip tone="gold">{t(isPhone ? 'warmUpShort' : 'warmUp')}</Chip>;
  }
  return <Chip>{control ? t('time.control', { ...control }) : t('time.untimed')}</Chip>;
}

interface AiActionsProps {
  table: Table;
  game: AiGame;
}

/** The actions of the user besides moving. */
function AiActions({ table, game }: AiActionsProps) {
  const data = useAi(game, (state) => state.data);
  const isOver = useAi(game, ({ status }) => status === 'over');
  return (
    <ActionRow
      table={table}
      before={
        !isOver && (
          <>
            <Undo game={game} refusal={aiUndoRefusal(data)} />
            <HintAction game={game} refusal={hintRefusal(data)} left={HINTS - data.hintsUsed} />
            <Draw game={game} refusal={drawRefusal(data)} />
          </>
        )
      }
      after={
        <>
          <Reset game={game} isFresh={!hasMoves(data.local) && !isOver} isOver={isOver} />
          {!isOver && <Surrender game={game} />}
        </>
      }
    />
  );
}

interface RefusableProps {
  game: AiGame;
  /** Why the action is refused; null if it is allowed. */
  refusal: AiRefusal | null;
}

/** Returns a function that runs an action, or shows why it is refused. */
function useRefusable(refusal: AiRefusal | 'ONLINE_GAME' | null, run: () => void): () => void {
  return () => (refusal === null ? run() : void toast.warning(t(`refused.${refusal}`)));
}

function Undo({ game, refusal }: RefusableProps) {
  const undo = useRefusable(refusal, () => game.takeBack());
  return (
    <Action
      icon="arrow-counter-clockwise"
      label={tableText('actions.undo')}
      resting={refusal !== null}
      onClick={undo}
    />
  );
}

/** Hints are refused while the user plays online. */
function HintAction({ game, refusal, left }: RefusableProps & { left: number }) {
  const isOnline = useInOnlineGame();
  const isOn = useAi(game, ({ data }) => data.setting.hints);
  const isShown = useAi(game, ({ hint }) => hint !== null);
  const refused = isOnline ? 'ONLINE_GAME' : refusal;
  useEffect(() => {
    if (isOnline && isShown) game.closeHint();
  }, [game, isOnline, isShown]);
  const ask = useRefusable(refused, () => void game.hint());
  return (
    <Action
      icon="lightbulb"
      label={isOn ? t('actions.hintLeft', { count: left }) : t('actions.hint')}
      resting={refused !== null}
      pressed={isShown}
      onClick={isShown ? () => game.closeHint() : ask}
    />
  );
}

/** Offers the computer a draw, which it considers for a while. */
function Draw({ game, refusal }: RefusableProps) {
  const isOffering = useAi(game, (state) => state.isOfferingDraw);
  const name = useAi(game, ({ data }) => t(`opponent.${opponentOf(data.setting.level).key}.name`));
  const offer = async (): Promise<void> => {
    const isAccepted = await game.offerDraw();
    if (isAccepted) toast.success(t('draw.accepted', { name }));
    else if (isAccepted === false) toast.info(t('draw.declined', { name }));
  };
  const ask = useRefusable(refusal, () => void offer());
  return (
    <Action
      icon="handshake"
      label={isOffering ? t('draw.waiting') : t('draw.offer')}
      name={t('draw.offer')}
      disabled={isOffering}
      resting={refusal !== null}
      onClick={ask}
    />
  );
}

/** Another window may change the game while the confirmation is open: then the answer is ignored. */
async function ask(game: AiGame, question: ConfirmOptions, act: () => void): Promise<void> {
  const { gameId } = game.store.getState();
  if ((await confirm(question)) && game.store.getState().gameId === gameId) act();
}

function Reset({ game, isFresh, isOver }: { game: AiGame; isFresh: boolean; isOver: boolean }) {
  const label = t('actions.reset');
  const question = { title: t('reset.title'), message: t('reset.message'), confirmText: label };
  const reset = (): void => game.reset();
  return (
    <Action
      icon="arrows-clockwise"
      label={label}
      disabled={isFresh}
      onClick={() => (isOver ? reset() : void ask(game, question, reset))}
    />
  );
}

function Surrender({ game }: { game: AiGame }) {
  const label = t('actions.surrender');
  const question = { title: t('surrender.title'), message: t('surrender.message'), confirmText: label };
  return (
    <Action
      icon="flag"
      label={label}
      danger
      onClick={() => void ask(game, question, () => game.surrender())}
    />
  );
}

interface AiResultProps {
  table: Table;
  game: AiGame;
  save: Save;
}

/** A guest registers and keeps this game; after a win, the next level follows. */
function useStep(game: AiGame, save: Save): Step | null {
  const keep = useKeepStep(save.isSaved ? undefined : save.save);
  const isWon = useAi(game, (state) => outcome(state.game).winner === state.own);
  const level = useAi(game, ({ data }) => data.setting.level);
  const next = isWon && OPPONENTS.find((one) => one.level === level + 1);
  if (keep || !next) return keep;
  return {
    kind: 'level',
    picture: <Avatar portrait={next} size={46} />,
    title: t('stronger.title'),
    text: t('stronger.text', {
      name: t(`opponent.${next.key}.name`),
      skill: t(`opponent.${next.key}.skill`),
    }),
    onTake() {
      chooseOpponent(next);
      game.reset(next.level);
    },
  };
}

/** The result of the game, the results of all games against this level, a next step and a link to the levels. */
function AiResult({ table, game, save }: AiResultProps) {
  const navigate = useNavigate();
  const [tallies] = useState(ownTallies);
  const opponent = useAi(game, ({ data }) => opponentOf(data.setting.level));
  return (
    <LocalResult
      {...{ table, game, save }}
      note={<p>{againstText(tallies, opponent)}</p>}
      step={useStep(game, save)}
      next={<Button onClick={() => void navigate('/play/ai')}>{t('otherOpponent')}</Button>}
    />
  );
}
