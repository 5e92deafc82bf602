import { useEffect } from 'react';
import { setRanksShown, useRanksShown } from '../../client/rank-setting.ts';
import { Slider } from '../../ui/Slider.tsx';
import { Switch } from '../../ui/Switch.tsx';
import styles from './Preferences.module.css';
import {
  setConfirmMove,
  setSound,
  setVolume,
  sound,
  unlockSounds,
  useConfirmMove,
  useSoundOn,
  useVolume,
} from './settings.ts';
import { t } from './texts.ts';

/** The game settings of this device, at the table and on the settings page. */
export default function Preferences() {
  const soundOn = useSoundOn();
  const volume = useVolume();
  const confirming = useConfirmMove();
  const ranks = useRanksShown();
  useEffect(unlockSounds, []);
  return (
    <>
      <Switch on={soundOn} onChange={setSound}>
        {t('settings.sound')}
      </Switch>
      <div className={styles.volume} data-off={!soundOn}>
        <span aria-hidden="true">{t('settings.volume')}</span>
        <Slider
          label={t('settings.volume')}
          value={volume}
          onChange={setVolume}
          onDone={() => sound('move')}
        />
      </div>
      <Switch on={confirming} onChange={setConfirmMove}>
        {t('settings.confirmMove')}
      </Switch>
      <Switch on={ranks} onChange={setRanksShown}>
        {t('settings.ranks')}
      </Switch>
    </>
  );
}
