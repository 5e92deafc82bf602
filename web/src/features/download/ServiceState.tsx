import { ANALYSIS_PORT, type PingReply } from '@doushouqi/protocol/analysis';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './DownloadPage.module.css';
import { t } from './texts.ts';
import { useService } from './use-downloads.ts';

/** Whether the service answers on this machine now. */
export function ServiceState() {
  const { reply, isLooking, again } = useService();
  const state = reply === undefined ? 'looking' : reply ? 'there' : 'away';
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <h2>{t('service.title')}</h2>
        <small>{t('service.every', { port: ANALYSIS_PORT })}</small>
      </div>
      <div className={styles.service} data-state={state} role="status">
        <i />
        <div>
          <b>{t(`service.${state}`)}</b>
          {state === 'away' && <p>{t('service.awayText')}</p>}
          {reply && <Facts reply={reply} />}
        </div>
        {state === 'away' && (
          <Button small icon="arrows-clockwise" busy={isLooking} onClick={again}>
            {t('service.again')}
          </Button>
        )}
        {reply && (
          <ButtonLink small tone="jade" to="/analysis">
            {t('service.analyse')}
          </ButtonLink>
        )}
      </div>
      <p className={styles.hint}>{t('service.port', { port: ANALYSIS_PORT })}</p>
    </Card>
  );
}

function Facts({ reply: { version, threads, nodesPerSecond } }: { reply: PingReply }) {
  return (
    <p>
      {t('service.facts', { version, threads })}
      {nodesPerSecond !== null && (
        <>
          {' · '}
          {t('service.speed', { speed: (nodesPerSecond / 10_000).toFixed(1) })}
        </>
      )}
    </p>
  );
}
