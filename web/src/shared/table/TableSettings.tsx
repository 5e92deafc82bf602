import { Popover } from '@base-ui/react/popover';
import { type ReactNode, Suspense, useState } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MEDIA } from '../../ui/media.ts';
import popup from '../../ui/Popup.module.css';
import { useMedia } from '../../ui/use-browser.ts';
import { RulesButton, RulesDialog } from '../rules/RulesButton.tsx';
import { t as rulesText } from '../rules/texts.ts';
import { setSound, useSoundOn } from './settings.ts';
import styles from './TableSettings.module.css';
import { t } from './texts.ts';
import { useTableLayout } from './use-table-layout.ts';

// The slider alone is 5 KB.
const Preferences = lazyPart(() => import('./Preferences.tsx'), { worksOffline: true });

interface TableSettingsProps {
  onFull: (() => void) | null;
  title?: string;
  /** Settings of this kind of game. */
  children?: ReactNode;
}

/** The settings of this device during a game, and the rules. */
export function TableSettings({ onFull, title, children }: TableSettingsProps) {
  const [rulesOpen, setRulesOpen] = useState(false);
  const phone = useMedia(MEDIA.phone);
  const hasRoom = useTableLayout() === 'wide';
  const name = title ?? t('settings.title');
  return (
    <>
      {hasRoom && <RulesButton />}
      <Popover.Root>
        <Popover.Trigger className={cx(popup.trigger, styles.trigger)} title={name} aria-label={name}>
          <Icon name="gear-six" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner
            side="bottom"
            align="end"
            sideOffset={6}
            collisionPadding={8}
            className={styles.over}
          >
            <Popover.Popup className={cx(popup.popup, styles.popup)} aria-label={name}>
              {children}
              <Suspense fallback={<div className={styles.loading} />}>
                <Preferences />
              </Suspense>
              {!hasRoom && (
                <Popover.Close
                  render={
                    <Button icon="scroll" className={styles.full} onClick={() => setRulesOpen(true)}>
                      {rulesText('open')}
                    </Button>
                  }
                />
              )}
              {phone && onFull && (
                <Popover.Close
                  render={
                    <Button icon="corners-out" className={styles.full} onClick={onFull}>
                      {t('settings.full')}
                    </Button>
                  }
                />
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <RulesDialog open={rulesOpen} onClose={() => setRulesOpen(false)} />
    </>
  );
}

/** Mutes and unmutes sounds. */
export function MuteButton({ className }: { className?: string | undefined }) {
  const on = useSoundOn();
  return (
    <IconButton
      icon={on ? 'speaker-high' : 'speaker-slash'}
      label={t(on ? 'settings.mute' : 'settings.unmute')}
      className={className}
      onClick={() => setSound(!on)}
    />
  );
}
