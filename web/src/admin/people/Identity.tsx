import { RATING_DEFS } from '@doushouqi/protocol';
import { levelOf } from '@doushouqi/rating/levels';
import { Link } from 'react-router-dom';
import { serverNow } from '../../client/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { dayText } from '../../ui/format.ts';
import { levelName } from '../../ui/level.ts';
import { Chip } from '../../ui/Marks.tsx';
import type { PersonRecord } from '../core/queries.ts';
import { whenText } from '../core/time-text.ts';
import { Notice } from '../parts/Notice.tsx';
import { Facts, Panel } from '../parts/Panel.tsx';
import { Person } from '../parts/Person.tsx';
import { networkPath, originText } from '../sanctions/subject.ts';
import styles from './PersonPage.module.css';
import { roleText } from './role-text.ts';
import { t } from './texts.ts';

/** Who a person is: account, devices, accounts nearby, conduct. */
export function Identity({ record }: { record: PersonRecord }) {
  const { person, username, isOnline, ratings } = record;
  return (
    <>
      <Panel>
        <div className={styles.identity}>
          <Avatar file={person.avatar} size={56} online={isOnline} />
          <div>
            <h2>{person.nickname}</h2>
            <p>{username === '' ? person._id : `@${username}`}</p>
            <p>{t(isOnline ? 'online' : 'offline')}</p>
          </div>
        </div>
        <Facts
          facts={[
            ...ratings.map((one) => [className(one.class), <Rating key={one.class} {...one} />] as const),
            ...accountFacts(record),
          ]}
        />
      </Panel>
      <Related related={record.related} />
      <Devices devices={record.devices} origins={record.origins} />
      <Panel title={t('conduct.title')} note={t('conduct.note')}>
        <Facts
          facts={(['reports', 'upheld', 'forfeits', 'aborted', 'blockedBy'] as const).map(
            (name) => [t(`conduct.${name}`), record.conduct[name]] as const,
          )}
        />
      </Panel>
    </>
  );
}

/** The name of a class of ratings; one that only a newer server knows is its own name. */
function className(name: string): string {
  return name in RATING_DEFS ? RATING_DEFS[name as keyof typeof RATING_DEFS].name : name;
}

function accountFacts({ createdAt, role, formerNicknames, devices }: PersonRecord) {
  const now = serverNow();
  const networks = new Set(devices.flatMap(({ network }) => network ?? []));
  const former = formerNicknames
    .map(({ nickname, until }) => `${nickname}（${dayText(until, now)}）`)
    .join('、');
  return [
    [t('fact.role'), roleText(role)],
    [t('fact.since'), dayText(createdAt, now)],
    [t('fact.former'), former || t('fact.noFormer')],
    [t('fact.logins'), t('fact.devices', { devices: devices.length, networks: networks.size })],
  ] as const;
}

function Rating({ rating, games, provisional }: PersonRecord['ratings'][number]) {
  if (games === 0) return t('unrated');
  const level = provisional ? null : levelOf(rating).order;
  return (
    <span className={styles.rating}>
      <Emblem level={level} size={20} named />
      {`${provisional ? t('provisional') : levelName(level)} ${rating} · ${t('games', { count: games })}`}
    </span>
  );
}

function Related({ related }: Pick<PersonRecord, 'related'>) {
  return (
    <Panel title={t('related.title')} note={t('related.note')}>
      {related.length === 0 ? (
        <Notice text={t('related.none')} />
      ) : (
        <ul className={styles.list}>
          {related.map(({ person, sameDevice, network, accounts, isClosed }) => (
            <li key={person._id}>
              <div>
                <Person person={person} />
                {sameDevice && <small>{t('related.device')}</small>}
                {network !== null && (
                  <small>
                    <Link to={networkPath({ of: 'network', value: network })}>
                      {t('related.network', { network })}
                    </Link>
                  </small>
                )}
                <small>
                  {t(network === null ? 'related.commonDevice' : 'related.common', { count: accounts })}
                </small>
              </div>
              <Chip tone={isClosed ? 'red' : 'default'}>
                {t(isClosed ? 'related.closed' : 'related.fine')}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Devices({ devices, origins }: Pick<PersonRecord, 'devices' | 'origins'>) {
  const now = serverNow();
  return (
    <Panel title={t('device.title')}>
      {devices.length === 0 ? (
        <Notice text={t('device.none')} />
      ) : (
        <ul className={styles.list}>
          {devices.map(({ name, network, since, seenAt }) => (
            <li key={`${name} ${since}`}>
              <div>
                {name}
                <small>
                  {t('device.seen', { network: network ?? t('device.noNetwork'), at: whenText(seenAt, now) })}
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Origins origins={origins} />
    </Panel>
  );
}

/** Where the person came from in the last days, with the way to limit it. */
function Origins({ origins: { devices, ranges } }: Pick<PersonRecord, 'origins'>) {
  const all = [
    ...devices.map((value) => ({ of: 'device' as const, value })),
    ...ranges.map((value) => ({ of: 'network' as const, value })),
  ];
  if (all.length === 0) return null;
  return (
    <ul className={styles.origins}>
      {all.map((origin) => (
        <li key={origin.value}>
          <Link to={networkPath(origin)}>{originText(origin)}</Link>
        </li>
      ))}
    </ul>
  );
}
