import { DOWNLOAD_SYSTEMS, type DownloadFile } from '@doushouqi/protocol/analysis';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FAMILIES, type Family, familyOf, listDownloads } from '../../shared/engine/downloads.ts';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useNetworkTried } from '../../ui/use-browser.ts';
import styles from './DownloadPage.module.css';
import { commandOf, megabytes, ordered } from './systems.ts';
import { t } from './texts.ts';

/** Milliseconds between two loads of the list: a running build adds programs one by one. */
const LIST_EVERY = 15_000;

/** The programs that this site offers, loaded again until every system has one. */
export function useDownloads() {
  return useQuery({
    queryKey: ['downloads'],
    queryFn: listDownloads,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data?.files.length === DOWNLOAD_SYSTEMS.length ? false : LIST_EVERY,
    retry: false,
  });
}

interface OffersProps {
  own: Family | null;
  downloads: ReturnType<typeof useDownloads>;
}

/** The programs of this site, the user's system first; without one for it, the start from the sources. */
export function Offers({ own, downloads: { data, error, fetchStatus, refetch } }: OffersProps) {
  if (data === undefined) {
    if (error || fetchStatus === 'paused') return <NotAvailable onRetry={() => void refetch()} />;
    return (
      <div className={styles.offers} role="status" aria-label={t('loading')}>
        {FAMILIES.map((family) => (
          <Skeleton key={family} className={styles.waiting} />
        ))}
      </div>
    );
  }
  if (data === null) return <NotOffered />;
  const hasOwn = own === null || data.files.some(({ system }) => familyOf(system) === own);
  return (
    <>
      {!hasOwn && <NotOffered system={t(`systems.${own}.name`)} />}
      <div className={styles.offers}>
        {ordered(own).map((family) => (
          <Offer
            key={family}
            family={family}
            isOwn={family === own}
            version={data.version}
            files={data.files.filter(({ system }) => familyOf(system) === family)}
          />
        ))}
      </div>
    </>
  );
}

interface OfferProps {
  family: Family;
  isOwn: boolean;
  version: string;
  files: readonly DownloadFile[];
}

function Offer({ family, isOwn, version, files }: OfferProps) {
  return (
    <Card className={styles.offer} data-own={isOwn}>
      {isOwn && (
        <Chip tone="red" className={styles.own}>
          {t('yours')}
        </Chip>
      )}
      <span className={styles.logo}>
        <Icon name={LOGOS[family]} />
      </span>
      <h3>{t(`systems.${family}.name`)}</h3>
      <p>
        {t(`systems.${family}.needs`)}
        {' · '}
        {t('version', { version })}
      </p>
      {files.length === 0 && <p className={styles.none}>{t('none.system')}</p>}
      {files.map((file) => (
        <File key={file.name} file={file} isPrimary={isOwn && file === files[0]} />
      ))}
    </Card>
  );
}

const LOGOS = {
  windows: 'windows-logo-fill',
  macos: 'apple-logo-fill',
  linux: 'linux-logo-fill',
} as const;

function File({
  file: { system, name, size, sha256 },
  isPrimary,
}: {
  file: DownloadFile;
  isPrimary: boolean;
}) {
  return (
    <div className={styles.file}>
      <ButtonLink
        {...(isPrimary && { tone: 'primary' })}
        icon="download-simple"
        to={`/downloads/${name}`}
        reloadDocument
        download
      >
        {t(`getFor.${system}`)}
        <small>{megabytes(size)}</small>
      </ButtonLink>
      <span className={styles.name}>{name}</span>
      <span className={styles.sum}>
        <small>{t('sum')}</small>
        <code title={sha256}>{`${sha256.slice(0, 10)}…${sha256.slice(-6)}`}</code>
        <IconButton icon="copy" label={t('copySum')} onClick={() => void copyText(sha256, t('sumCopied'))} />
      </span>
    </div>
  );
}

/** How to start without a download. `system`: the system without a program, while others have one. */
function NotOffered({ system }: { system?: string }) {
  return (
    <Card className={styles.nothing}>
      <h3>{system === undefined ? t('none.title') : t('none.titleFor', { system })}</h3>
      <p>{t('none.text')}</p>
      <Command text={`npm run analysis -- --origin ${window.location.origin}`} />
      <ButtonLink icon="arrow-left" to="/analysis">
        {t('back')}
      </ButtonLink>
    </Card>
  );
}

function NotAvailable({ onRetry }: { onRetry: () => void }) {
  const isOnline = useNetworkTried();
  return (
    <Card className={styles.nothing} role="alert">
      <h3>{t('failed.title')}</h3>
      <p>{t(isOnline ? 'failed.text' : 'failed.offline')}</p>
      <Button icon="arrows-clockwise" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Card>
  );
}

interface StartStepsProps {
  own: Family | null;
  /** Origin of this page, if the programs need it as an option. */
  origin: string | null;
}

/** Steps that start the service on each system. */
export function StartSteps({ own, origin }: StartStepsProps) {
  const [family, setFamily] = useState<Family>(own ?? 'windows');
  return (
    <Card className={styles.card}>
      <h2>{t('start.title')}</h2>
      <Tabs
        value={family}
        onChange={setFamily}
        tabs={FAMILIES.map((name) => ({
          name,
          label: t(`systems.${name}.name`),
          content: <Steps family={name} origin={origin} />,
        }))}
      />
    </Card>
  );
}

function Steps({ family, origin }: { family: Family; origin: string | null }) {
  const isClicked = family === 'windows' && origin === null;
  return (
    <ol className={styles.steps}>
      <Step number="一" title={t('start.unpack')}>
        <p>{t('start.unpackText')}</p>
      </Step>
      <Step number="二" title={t(isClicked ? 'start.doubleClick' : 'start.terminal')}>
        {isClicked && <p>{t('start.orTerminal')}</p>}
        <Command text={commandOf(family, origin)} />
        <p>{t(`start.note.${family}`)}</p>
      </Step>
      <Step number="三" title={t('start.back')}>
        <p>{t('start.backText')}</p>
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: string; title: string; children: ReactNode }) {
  return (
    <li>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** A line for a terminal, with a button that copies it. */
function Command({ text }: { text: string }) {
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <IconButton
        icon="copy"
        label={t('start.copy')}
        onClick={() => void copyText(text, t('start.copied'))}
      />
    </div>
  );
}
