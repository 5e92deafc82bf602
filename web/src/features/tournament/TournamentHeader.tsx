import type { TournamentDetails } from '@doushouqi/protocol';
import type { ReactNode } from 'react';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import styles from './TournamentHeader.module.css';
import { TournamentIcon } from './TournamentIcon.tsx';
import { t } from './texts.ts';

interface TournamentHeaderProps {
  details: TournamentDetails;
  /** Shown as a chip on phones, where the page has no other place for it. */
  countdown?: string | undefined;
  /** Label of the rules, and what opens them. */
  rules: string;
  onRules: () => void;
  /** Further controls. */
  children?: ReactNode;
}

/** The header of the page of a tournament; on phones with its name and countdown. */
export function TournamentHeader(props: TournamentHeaderProps) {
  const { details, countdown, rules, onRules, children } = props;
  const isPhone = useMedia(MEDIA.phone);
  if (!isPhone)
    return (
      <PageHeader back="/tournament" backLabel={t('back')} title={t('title')}>
        {children}
        <Button small aria-haspopup="dialog" onClick={onRules}>
          <TournamentIcon name="book-open" />
          {rules}
        </Button>
      </PageHeader>
    );
  return (
    <PageHeader back="/tournament" backLabel={t('back')} title={details.name} isPlain>
      {countdown !== undefined && (
        <span className={styles.countdown} role="timer">
          <Icon name="hourglass-medium" />
          {countdown}
        </span>
      )}
      {children}
      <IconButton icon="info" label={rules} aria-haspopup="dialog" onClick={onRules} />
    </PageHeader>
  );
}
