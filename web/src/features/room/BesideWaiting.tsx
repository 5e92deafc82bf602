import { usePushQuestion } from '../../shared/correspondence/push-question.ts';
import { t as gameText } from '../../shared/correspondence/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './BesideWaiting.module.css';
import { FourRules } from './FourRules.tsx';
import { type OpenRoom, useRoom } from './use-open-room.ts';
import { t } from './waiting-texts.ts';

/** Beside the board of a waiting room: the rules, and ways to leave. */
export function BesideWaiting({ game, isWatching, onLeave, onClose }: OpenRoom) {
  const hasDays = useRoom(game, ({ header }) => header.daysPerMove !== null);
  const keeps = hasDays && !isWatching;
  return (
    <>
      {keeps && game.userId !== null && <PushCard userId={game.userId} />}
      <Card framed className={styles.rules}>
        <h2>
          <Icon name="scroll" />
          {t('waiting.rules')}
        </h2>
        <FourRules />
      </Card>
      <div className={styles.ways}>
        <Button tone="quiet" icon="sign-out" onClick={onLeave}>
          {t(keeps ? 'waiting.leaveOpen' : 'waiting.leave')}
        </Button>
        {keeps && (
          <Button tone="quiet" icon="x" onClick={onClose}>
            {t('waiting.close')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Asks whether to call this device when the opponent has taken the seat. */
function PushCard({ userId }: { userId: string }) {
  const question = usePushQuestion(userId);
  if (question === null) return null;
  return (
    <Card className={styles.push} role="note">
      <Icon name="megaphone" />
      <span>
        <strong>{gameText('push.ask')}</strong>
        <small>{gameText('push.hint')}</small>
      </span>
      <Button busy={question.busy} onClick={question.accept}>
        {gameText('push.accept')}
      </Button>
    </Card>
  );
}
