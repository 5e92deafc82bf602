import '../../i18n/download-texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import dog from '../../../art/ai/future-dog.svg';
import { PageHeader } from '../../app/PageHeader.tsx';
import { familyOfAgent } from '../../engine/downloads.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { useMedia } from '../../ui/use-media.ts';
import styles from './DownloadPage.module.css';
import { Offers } from './Offers.tsx';
import { ServiceState } from './ServiceState.tsx';
import { StartSteps } from './StartSteps.tsx';
import { isKnownOrigin } from './systems.ts';
import { useDownloads } from './use-downloads.ts';

/** Where the analysis service is downloaded, and whether it runs (spec §2). */
export default function DownloadPage() {
  const { t } = useTranslation();
  const isPhone = useMedia('(max-width: 699px)');
  return (
    <>
      <title>{`${t('download.title')} · ${t('app.name')}`}</title>
      <PageHeader back="/analysis" backLabel={t('download.back')} title={t('download.title')} />
      <main className={styles.main}>{isPhone ? <OnPhone /> : <OnDesktop />}</main>
    </>
  );
}

function OnDesktop() {
  const { t } = useTranslation();
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
          <h2>{t('download.lead')}</h2>
          <p>{t('download.text')}</p>
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

/** The service runs on no phone: the way to it, and what works here. */
function OnPhone() {
  const { t } = useTranslation();
  return (
    <>
      <Card framed className={styles.phone}>
        <img src={dog} alt="" width={96} height={96} />
        <h2>{t('download.phone.title')}</h2>
        <p>{t('download.phone.text')}</p>
        <Button
          tone="primary"
          wide
          icon="link"
          onClick={() => void copyText(window.location.href, t('download.phone.copied'))}
        >
          {t('download.phone.copy')}
        </Button>
      </Card>
      <Card className={styles.phone}>
        <h3>{t('download.phone.review')}</h3>
        <p>{t('download.phone.reviewText')}</p>
        <ButtonLink wide icon="chart-line" to="/history">
          {t('download.phone.goReview')}
        </ButtonLink>
      </Card>
    </>
  );
}
