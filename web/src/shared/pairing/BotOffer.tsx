import { HOUSE_BOTS, type HouseBot, timeClassOf } from '@doushouqi/protocol';
import { levelOf } from '@doushouqi/rating/levels';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIsMember, useSession } from '../../client/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Emblem } from '../../ui/Emblem.tsx';
import { levelName } from '../../ui/level.ts';
import { BotChip } from '../../ui/Marks.tsx';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { useRatings } from '../ratings/queries.ts';
import styles from './BotOffer.module.css';
import { KindSwitch } from './KindSwitch.tsx';
import { playBot } from './play-bot.ts';
import type { PoolChoice } from './pools.ts';
import { t } from './texts.ts';
import { usePools } from './use-search.ts';
import { warmUpLevel } from './warm-up-level.ts';

/** Returns the bot that is near to the user's rating, or one of those that follow it. */
function useBot(pool: PoolChoice, shift: number): HouseBot {
  const userId = useSession(({ user }) => user?._id);
  const { data } = useRatings(userId);
  const level = warmUpLevel(data ? data[timeClassOf(pool)] : null);
  return HOUSE_BOTS[(level - 1 + shift) % HOUSE_BOTS.length]!;
}

/** Offers a game against a bot while the search goes on. */
export default function BotOffer({ pool }: { pool: PoolChoice }) {
  const [shift, setShift] = useState(0);
  const [rated, setRated] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isMember = useIsMember();
  const isPhone = useMedia(MEDIA.phone);
  const navigate = useNavigate();
  const bot = useBot(pool, shift);
  // The numbers are requested again every few seconds, so the button comes back by itself.
  const areBusy = usePools().data?.botsBusy === true;
  useEffect(() => {
    import('./found-alert.ts').then(
      ({ ringOffer }) => ringOffer(),
      () => {
        // Offline after an update: without a sound.
      },
    );
  }, []);
  const play = async (): Promise<void> => {
    setBusy(true);
    const roomId = await playBot(bot.level, pool, isMember && rated);
    setBusy(false);
    if (roomId !== null) await navigate(`/play/room/${roomId}`);
  };
  return (
    <section className={styles.floor} aria-label={t('offer.label')}>
      <Avatar file={bot.avatar} size={isPhone ? 52 : 58} />
      <div className={styles.words}>
        <p className={styles.name}>
          <strong>{bot.nickname}</strong>
          <BotChip avatar={bot.avatar} />
          {!isPhone && <Strength bot={bot} />}
        </p>
        {isPhone ? (
          <p className={styles.line}>
            <Strength bot={bot} />
            <span>{t(areBusy ? 'offer.busy' : 'offer.now')}</span>
          </p>
        ) : (
          <p className={styles.line}>{areBusy ? t('offer.allBusy') : [t('offer.lead'), bot.line]}</p>
        )}
      </div>
      <IconButton
        icon="arrows-clockwise"
        label={t('offer.other')}
        onClick={() => setShift((before) => before + 1)}
      />
      <div className={styles.ways}>
        {/* Guests have no ratings. */}
        {isMember && (
          <KindSwitch
            rated={rated}
            onChange={setRated}
            choices={[
              [false, t('kind.casual')],
              [true, t('offer.rated')],
            ]}
          />
        )}
        <Button
          tone="primary"
          className={styles.play}
          busy={isBusy}
          disabled={areBusy}
          onClick={() => void play()}
        >
          {t('offer.play')}
        </Button>
      </div>
    </section>
  );
}

function Strength({ bot: { rating } }: { bot: HouseBot }) {
  const { order } = levelOf(rating);
  return (
    <span className={styles.strength}>
      <Emblem level={order} size={22} named />
      {t('offer.rating', { level: levelName(order), rating })}
    </span>
  );
}
