import type { SearchInfo } from '@doushouqi/engine';
import { pieceAt, positionOf, type Side } from '@doushouqi/rules';
import type { CSSProperties } from 'react';
import { squareName } from '../../board/geometry.ts';
import { useSession } from '../../client/session.ts';
import { animalOf } from '../../game/board-model.ts';
import {
  type AiGameData,
  type AiSetting,
  HINTS,
  isComputersTurn,
} from '../../shared/device-games/ai-game-state.ts';
import type { Opponent } from '../../shared/device-games/opponents.ts';
import { type Person, PlayerBar } from '../../shared/table/PlayerBar.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Chip } from '../../ui/Marks.tsx';
import { Bubble } from '../../ui/Talk.tsx';
import { t as uiText } from '../../ui/texts.ts';
import type { AiGame } from './ai-game.ts';
import { Strength } from './LevelCards.tsx';
import styles from './OpponentCard.module.css';
import { lastRemark } from './talk.ts';
import { TALK, t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

/** The opponent and the settings, where the screen has room. */
export function OpponentCard({ opponent, setting }: { opponent: Opponent; setting: AiSetting }) {
  const { key, level, src, ground } = opponent;
  const { control, undo, hints } = setting;
  return (
    <Card className={styles.card}>
      <span className={styles.picture} style={{ '--ground': ground } as CSSProperties}>
        <img src={src} alt="" width={150} height={150} />
      </span>
      <h2>{t(`opponent.${key}.name`)}</h2>
      <p>{t(`opponent.${key}.text`)}</p>
      <Strength level={level} />
      <div className={styles.agreed}>
        <Chip icon="timer">{control ? t('time.control', { ...control }) : t('time.untimed')}</Chip>
        {undo && <Chip icon="arrow-counter-clockwise">{t('allow.undo')}</Chip>}
        {hints && <Chip icon="lightbulb">{t('allow.hintsNote', { count: HINTS })}</Chip>}
      </div>
    </Card>
  );
}

interface AiBarProps {
  game: AiGame;
  side: Side;
  opponent: Opponent;
  glow: number;
}

/** The user or the computer, with its current activity in the place of a clock. */
export function AiBar({ game, side, opponent, glow }: AiBarProps) {
  const user = useSession((state) => state.user);
  const isOwn = useAi(game, ({ own }) => own === side);
  const person: Person = isOwn
    ? {
        nickname: user?.nickname ?? null,
        avatar: user?.avatar,
        online: null,
        aside: <OwnActivity game={game} />,
      }
    : {
        nickname: t(`opponent.${opponent.key}.name`),
        portrait: opponent,
        online: null,
        aside: <ComputerActivity game={game} />,
      };
  return <PlayerBar controller={game} side={side} person={person} glow={glow} />;
}

function OwnActivity({ game }: { game: AiGame }) {
  const isOver = useAi(game, ({ status }) => status === 'over');
  const isWaiting = useAi(game, ({ data }) => isComputersTurn(data));
  if (isOver) return null;
  return (
    <span className={cx(styles.doing, !isWaiting && styles.on)} aria-hidden="true">
      {t(isWaiting ? 'wait' : 'yourTurn')}
    </span>
  );
}

function ComputerActivity({ game }: { game: AiGame }) {
  const thinking = useAi(game, (state) => state.thinking);
  const isOver = useAi(game, ({ status }) => status === 'over');
  if (isOver || thinking.phase === 'failed') return null;
  if (thinking.phase === 'idle') {
    if (thinking.took === null) return null;
    const seconds = Math.max(0.1, thinking.took / 1000).toFixed(1);
    return <span className={styles.doing}>{t('took', { seconds })}</span>;
  }
  return (
    <span className={cx(styles.doing, styles.on)} data-thinking>
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t(thinking.phase)}
    </span>
  );
}

/** The opponent's last remark; during a search the search replaces it, with the button that ends it. */
export function OpponentTalk({ game, opponent }: { game: AiGame; opponent: Opponent }) {
  const thinking = useAi(game, (state) => state.thinking);
  const isThinking = thinking.phase === 'thinking';
  const text = useRemark(game, opponent);
  return (
    <Card className={styles.talk}>
      <Avatar portrait={opponent} size={34} />
      <div className={styles.words}>
        <Bubble key={text} mine={false} className={cx(styles.bubble, isThinking && styles.off)}>
          {text}
        </Bubble>
        <div className={cx(styles.search, !isThinking && styles.off)} data-search>
          <p>{isThinking && <Search game={game} info={thinking.info} />}</p>
          <Button small tone="quiet" onClick={() => game.moveNow()}>
            {t('moveNow')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The best move so far and the depth of the search. The expected answer of the user is not shown. */
function Search({ game, info }: { game: AiGame; info: SearchInfo | null }) {
  const position = useAi(game, (state) => positionOf(state.game));
  if (!info) return t('lookingFirst');
  const { from, to } = info.lines[0]!.move;
  const piece = pieceAt(position, from);
  const nodes = new Intl.NumberFormat('zh-CN', { notation: 'compact' }).format(info.nodes);
  return (
    <>
      <span>
        {t('looking', {
          piece: piece ? uiText(`animal.${animalOf(piece.type)}`) : '',
          from: squareName(from),
          to: squareName(to),
        })}
      </span>{' '}
      <span>{t('looked', { depth: info.depth, nodes })}</span>
    </>
  );
}

/**
 * The text of the last remark. The choice among several depends on the game only, so that it stays after a reload.
 */
function useRemark(game: AiGame, { key }: Opponent): string {
  const data = useAi(game, (state) => state.data);
  const { moment, ply } = lastRemark(data.local.game, data.setting.own === 'red' ? 'blue' : 'red');
  const lines: readonly string[] = TALK[key][moment];
  return lines[lineSeed(data, ply) % lines.length]!;
}

function lineSeed({ local }: AiGameData, ply: number): number {
  return [...local.id].reduce((sum, char) => sum + char.charCodeAt(0), ply);
}
