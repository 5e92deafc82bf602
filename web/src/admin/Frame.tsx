import type { ReactNode } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import logo from '../../art/logo.svg';
import { Avatar } from '../ui/Avatar.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { badgeText, timeText } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNetwork } from '../ui/use-browser.ts';
import { api } from './core/api.ts';
import { drafts } from './core/drafts.ts';
import { useCases } from './core/queries.ts';
import { consoleSession, useOperator } from './core/session.ts';
import { isEnding } from './core/session-keeper.ts';
import { t } from './core/texts.ts';
import { useNow } from './core/use-now.ts';
import styles from './Frame.module.css';
import { ConsoleIcon } from './parts/ConsoleIcon.tsx';

/** The frame of every page: menu, warnings, the page itself. */
export function Frame() {
  const { role } = useOperator();
  const { data } = useCases('open');
  const reviews = data && data.waiting + data.appeals;
  return (
    <div className={styles.frame}>
      <nav className={styles.menu} aria-label={t('menu')}>
        <p className={styles.brand}>
          <img src={logo} alt="" width={28} height={28} />
          <span>{t('name')}</span>
        </p>
        <Entry
          to="/reports"
          icon={<ConsoleIcon name="shield-warning" />}
          name={t('pages.reports')}
          count={data?.open}
        />
        <Entry to="/people" icon={<ConsoleIcon name="users" />} name={t('pages.people')} />
        <Entry
          to="/fair-play"
          icon={<Icon name="robot" />}
          name={t('pages.fairPlay')}
          count={data?.flagged}
        />
        <Entry to="/reviews" icon={<ConsoleIcon name="scales" />} name={t('pages.reviews')} count={reviews} />
        <Entry to="/networks" icon={<ConsoleIcon name="globe-simple" />} name={t('pages.networks')} />
        <Entry to="/site" icon={<ConsoleIcon name="storefront" />} name={t('pages.site')} />
        <Entry to="/log" icon={<Icon name="clock-counter-clockwise" />} name={t('pages.log')} />
        {role === 'operator' && (
          <Entry to="/staff" icon={<ConsoleIcon name="users-four" />} name={t('pages.staff')} />
        )}
        <a className={styles.site} href="/" target="_blank" rel="noopener" title={t('toSite')}>
          <ConsoleIcon name="arrow-square-out" />
          <span>{t('toSite')}</span>
        </a>
        <Operator />
      </nav>
      <div className={styles.content}>
        <Warnings />
        <Outlet />
      </div>
    </div>
  );
}

interface EntryProps {
  to: string;
  icon: ReactNode;
  name: string;
  count?: number | undefined;
}

function Entry({ to, icon, name, count = 0 }: EntryProps) {
  const badge = badgeText(count);
  return (
    <NavLink to={to} className={styles.entry ?? ''} title={name}>
      {icon}
      <span>{name}</span>
      {badge !== null && (
        <b>
          <span aria-hidden="true">{badge}</span>
          <span className="visually-hidden">{t('waiting', { count })}</span>
        </b>
      )}
    </NavLink>
  );
}

/** Ends the session here; the server's part ends by itself if the call fails. */
function logOut(): void {
  api.endConsole().catch(() => {});
  consoleSession.close();
  drafts.clear();
}

function Operator() {
  const { nickname, avatar, role } = useOperator();
  return (
    <div className={styles.operator}>
      <Avatar file={avatar} size={34} />
      <p>
        {nickname}
        <small>{t(`role.${role}`)}</small>
      </p>
      <IconButton icon="sign-out" label={t('logOut')} onClick={logOut} />
    </div>
  );
}

/** What concerns every page: no network, and the near end of the session. */
function Warnings() {
  const hasNetwork = useNetwork();
  const operator = useOperator();
  const now = useNow();
  return (
    <div role="status" aria-live="polite">
      {!hasNetwork && (
        <p className={styles.warning}>
          <Icon name="wifi-slash" />
          {t('offline')}
        </p>
      )}
      {isEnding(operator, now) && (
        <p className={styles.warning}>
          <Icon name="timer" />
          {t('ending', { time: timeText(operator.endsAt) })}
          <Button small onClick={consoleSession.askLogin}>
            {t('logInAgain')}
          </Button>
        </p>
      )}
    </div>
  );
}
