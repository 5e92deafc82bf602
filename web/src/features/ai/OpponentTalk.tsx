import type { SearchInfo } from '@doushouqi/engine';
import { pieceAt, positionOf } from '@doushouqi/rules';
import { squareName } from '../../board/geometry.ts';
import { animalOf } from '../../game/board-model.ts';
import type { AiFacts } from '../../shared/device-games/ai-game-state.ts';
import type { Opponent } from '../../shared/device-games/opponents.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Bubble } from '../../ui/Talk.tsx';
import { t as uiText } from '../../ui/texts.ts';
import type { AiGame } from './ai-game.ts';
import styles from './OpponentTalk.module.css';
import { lastRemark } from './talk.ts';
import { TALK, t } from './texts.ts';
import { useAi } from './use-ai-game.ts';

/** What the opponent said last; in the same place, while it thinks, its search and the button that ends it. */
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

/** The move that the computer prefers so far, and how far it has searched. Its plan for the user's answer is not shown. */
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

/** The line of the last remark; which of several follows from the game, so that it stays after a reload. */
function useRemark(game: AiGame, { key }: Opponent): string {
  const facts = useAi(game, (state) => state.facts);
  const { moment, ply } = lastRemark(facts.local.game, facts.setting.own === 'red' ? 'blue' : 'red');
  const lines: readonly string[] = TALK[key][moment];
  return lines[lineSeed(facts, ply) % lines.length]!;
}

function lineSeed({ local }: AiFacts, ply: number): number {
  return [...local.id].reduce((sum, char) => sum + char.charCodeAt(0), ply);
}
