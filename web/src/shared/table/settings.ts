import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { motionAllowed } from '../../board/motion.ts';
import { type SoundName, Sounds } from '../../board/sounds.ts';
import { storage } from '../../client/storage.ts';

const SOUND_KEY = 'sound';
const VOLUME_KEY = 'volume';
/** Volume, of 100, at which the sound recipes have their designed gain. */
const DEFAULT_VOLUME = 50;

/** Parses the stored volume, 0–100; an invalid value gives the default. */
function volumeOf(stored: string | null): number {
  const volume = Number(stored ?? Number.NaN);
  return volume >= 0 && volume <= 100 ? volume : DEFAULT_VOLUME;
}

/** The sound setting, on by default, and the volume. */
const soundStore = createStore<{ on: boolean; volume: number }>(() => ({
  on: storage.getItem(SOUND_KEY) !== 'off',
  volume: volumeOf(storage.getItem(VOLUME_KEY)),
}));
const sounds = new Sounds(soundStore.getState().volume / 100);

export function useSoundOn(): boolean {
  return useStore(soundStore, (state) => state.on);
}

/** 0–100. */
export function useVolume(): number {
  return useStore(soundStore, (state) => state.volume);
}

/** Turns sounds on or off and stores the setting. */
export function setSound(on: boolean): void {
  storage.setItem(SOUND_KEY, on ? 'on' : 'off');
  soundStore.setState({ on });
}

/** Sets and stores the volume of sounds; raising it turns sounds on. */
export function setVolume(volume: number): void {
  storage.setItem(VOLUME_KEY, String(volume));
  if (volume > soundStore.getState().volume) setSound(true);
  soundStore.setState({ volume });
  sounds.setGain(volume / 100);
}

/** Enables sounds at the next gesture; returns a function that cancels this. */
export function unlockSounds(): () => void {
  return sounds.unlock();
}

/** Plays a sound if sounds are on. */
export function sound(name: SoundName, options?: { urgent?: boolean }): void {
  if (soundStore.getState().on) sounds.play(name, options);
}

/** Vibrates a phone unless the user prefers reduced motion. */
export function buzz(pattern: number | number[]): void {
  if (motionAllowed() && 'vibrate' in navigator) navigator.vibrate(pattern);
}

const CONFIRM_KEY = 'confirmMove';

/** Whether this device asks for confirmation of moves; off by default. */
const confirmStore = createStore<{ on: boolean }>(() => ({ on: storage.getItem(CONFIRM_KEY) === 'on' }));

export function useConfirmMove(): boolean {
  return useStore(confirmStore, (state) => state.on);
}

/** Turns the confirmation on or off and stores the setting. */
export function setConfirmMove(on: boolean): void {
  storage.setItem(CONFIRM_KEY, on ? 'on' : 'off');
  confirmStore.setState({ on });
}
