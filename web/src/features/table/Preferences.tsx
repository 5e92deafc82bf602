import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { unlockSounds } from '../../board/sounds.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { setConfirmMove, useConfirmMove } from './confirm-setting.ts';
import styles from './Preferences.module.css';
import { setRanksShown, useRanksShown } from './rank-setting.ts';
import { setSound, setVolume, sound, useSoundOn, useVolume } from './sound-setting.ts';

/** What a person sets for games on this device: at the table, and with the other settings. */
export function Preferences() {
  const { t } = useTranslation();
  const soundOn = useSoundOn();
  const volume = useVolume();
  const confirming = useConfirmMove();
  const ranks = useRanksShown();
  useEffect(unlockSounds, []);
  return (
    <>
      <Switch on={soundOn} onChange={setSound}>
        {t('table.settings.sound')}
      </Switch>
      <div className={styles.volume} data-off={!soundOn}>
        <span aria-hidden="true">{t('table.settings.volume')}</span>
        <Slider
          label={t('table.settings.volume')}
          value={volume}
          onChange={setVolume}
          onDone={() => sound('move')}
        />
      </div>
      <Switch on={confirming} onChange={setConfirmMove}>
        {t('table.settings.confirmMove')}
      </Switch>
      <Switch on={ranks} onChange={setRanksShown}>
        {t('table.settings.ranks')}
      </Switch>
    </>
  );
}
