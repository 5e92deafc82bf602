import { ANALYSIS_PORT, type PingReply } from '@doushouqi/protocol/analysis';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import dog from '../../../art/ai/future-dog.svg';
import { t as appText } from '../../client/texts.ts';
import { familyOfAgent } from '../../shared/engine/downloads.ts';
import { pingService } from '../../shared/engine/local-service.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import styles from './DownloadPage.module.css';
import { Offers, StartSteps, useDownloads } from './Offers.tsx';
import { isKnownOrigin } from './systems.ts';
import { t } from './texts.ts';

/** Download page of the analysis service, with its state. */
export default function DownloadPage() {
  const isPhone = useMedia(MEDIA.phone);
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader back="/analysis" backLabel={t('back')} title={t('title')} />
      <main className={styles.main}>{isPhone ? <OnPhone /> : <OnDesktop />}</main>
    </>
  );
}

function OnDesktop() {
  const downloads = useDownloads();
  const [own] = useState(() => familyOfAgent(navigator.userAgent));
  const origin = window.location.origin;
  const isKnown = isKnownOrigin(origin, downloads.data?.origins ?? []);
  const hasSteps = downloads.data !== null && !downloads.error;
  return (
    <>
      <div className={styles.lead}>
        <img src={dog} alt="" width={92} height={92} />
        <div>
          <h2>{t('lead')}</h2>
          <p>{t('text')}</p>
        </div>
      </div>
      <Offers own={own} downloads={downloads} />
      <div className={styles.below}>
        {hasSteps && <StartSteps own={own} origin={isKnown ? null : origin} />}
        <ServiceState />
      </div>
    </>
  );
}

/** On phones, which cannot run the service: a link to the page, and what works on the phone. */
function OnPhone() {
  return (
    <>
      <Card framed className={styles.phone}>
        <img src={dog} alt="" width={96} height={96} />
        <h2>{t('phone.title')}</h2>
        <p>{t('phone.text')}</p>
        <Button
          tone="primary"
          wide
          icon="link"
          onClick={() => void copyText(window.location.href, t('phone.copied'))}
        >
          {t('phone.copy')}
        </Button>
      </Card>
      <Card className={styles.phone}>
        <h3>{t('phone.review')}</h3>
        <p>{t('phone.reviewText')}</p>
        <ButtonLink wide icon="chart-line" to="/history">
          {t('phone.goReview')}
        </ButtonLink>
      </Card>
    </>
  );
}

/** Shows whether the service answers on this device. */
function ServiceState() {
  const { reply, isChecking, again } = useService();
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
          {reply && <Details reply={reply} />}
        </div>
        {state === 'away' && (
          <Button small icon="arrows-clockwise" busy={isChecking} onClick={again}>
            {t('service.again')}
          </Button>
        )}
        {reply && (
          <ButtonLink small tone="jade" to="/analysis">
            {t('service.analyze')}
          </ButtonLink>
        )}
      </div>
      <p className={styles.hint}>{t('service.port', { port: ANALYSIS_PORT })}</p>
    </Card>
  );
}

function Details({ reply: { version, threads, nodesPerSecond } }: { reply: PingReply }) {
  return (
    <p>
      {t('service.details', { version, threads })}
      {nodesPerSecond !== null && (
        <>
          {' · '}
          {t('service.speed', { speed: (nodesPerSecond / 10_000).toFixed(1) })}
        </>
      )}
    </p>
  );
}

/** Milliseconds between two checks for the service. */
const PING_EVERY = 5_000;

/** Whether the local service answers; undefined before the first reply. */
function useService(): { reply: PingReply | null | undefined; isChecking: boolean; again: () => void } {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['analysis-service'],
    queryFn: pingService,
    // The service is local, so it needs no network.
    networkMode: 'always',
    refetchInterval: PING_EVERY,
    retry: false,
  });
  return { reply: data, isChecking: isFetching, again: () => void refetch() };
}
