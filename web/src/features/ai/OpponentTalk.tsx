import { useTranslation } from 'react-i18next';
import type { AiGame } from '../../game/engine/ai-game.ts';
import type { AiFacts } from '../../game/engine/ai-game-state.ts';
import { lastRemark } from '../../game/engine/talk.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Bubble } from '../../ui/Talk.tsx';
import styles from './OpponentTalk.module.css';
import type { Opponent } from './opponents.ts';
import { useAi } from './use-ai-game.ts';

/** What the opponent said last; while it thinks, the button that ends its thinking. */
export function OpponentTalk({ game, opponent }: { game: AiGame; opponent: Opponent }) {
  const { t } = useTranslation();
  const isThinking = useAi(game, ({ thinking }) => thinking.phase === 'thinking');
  const text = useRemark(game, opponent);
  return (
    <Card className={styles.talk}>
      <Avatar portrait={opponent} size={34} />
      <Bubble key={text} mine={false} className={styles.bubble}>
        {text}
      </Bubble>
      <Button
        small
        tone="quiet"
        className={cx(styles.now, !isThinking && styles.off)}
        onClick={() => game.moveNow()}
      >
        {t('ai.moveNow')}
      </Button>
    </Card>
  );
}

/** The line of the last remark; which of several follows from the game, so that it stays after a reload. */
function useRemark(game: AiGame, { key }: Opponent): string {
  const { t } = useTranslation();
  const facts = useAi(game, (state) => state.facts);
  const { moment, ply } = lastRemark(facts.local.game, facts.setting.own === 1 ? 2 : 1);
  const lines: readonly string[] = t(`ai.talk.${key}.${moment}`, { returnObjects: true });
  return lines[lineSeed(facts, ply) % lines.length]!;
}

function lineSeed({ local }: AiFacts, ply: number): number {
  return [...local.id].reduce((sum, char) => sum + char.charCodeAt(0), ply);
}
