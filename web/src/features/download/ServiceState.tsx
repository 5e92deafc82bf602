import { ANALYSIS_PORT, type PingReply } from '@doushouqi/protocol/analysis';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './DownloadPage.module.css';
import { useService } from './use-downloads.ts';

/** Whether the service answers on this machine now. */
export function ServiceState() {
  const { t } = useTranslation();
  const { reply, isLooking, again } = useService();
  const state = reply === undefined ? 'looking' : reply ? 'there' : 'away';
  return (
    <Card framed className={styles.card}>
      <div className={styles.head}>
        <h2>{t('download.service.title')}</h2>
        <small>{t('download.service.every', { port: ANALYSIS_PORT })}</small>
      </div>
      <div className={styles.service} data-state={state} role="status">
        <i />
        <div>
          <b>{t(`download.service.${state}`)}</b>
          {state === 'away' && <p>{t('download.service.awayText')}</p>}
          {reply && <Facts reply={reply} />}
        </div>
        {state === 'away' && (
          <Button small icon="arrows-clockwise" busy={isLooking} onClick={again}>
            {t('download.service.again')}
          </Button>
        )}
        {reply && (
          <ButtonLink small tone="jade" to="/analysis">
            {t('download.service.analyse')}
          </ButtonLink>
        )}
      </div>
      <p className={styles.hint}>{t('download.service.port', { port: ANALYSIS_PORT })}</p>
    </Card>
  );
}

function Facts({ reply: { version, threads, nodesPerSecond } }: { reply: PingReply }) {
  const { t } = useTranslation();
  return (
    <p>
      {t('download.service.facts', { version, threads })}
      {nodesPerSecond !== null && (
        <>
          {' · '}
          {t('download.service.speed', { speed: (nodesPerSecond / 10_000).toFixed(1) })}
        </>
      )}
    </p>
  );
}
