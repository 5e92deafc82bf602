import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { storage } from '../../app/storage.ts';
import { motionAllowed } from '../../board/motion.ts';
import { playSound, type SoundName } from '../../board/sounds.ts';

const KEY = 'sound';

/** The setting 音效, on unless switched off. */
const soundStore = createStore<{ on: boolean }>(() => ({ on: storage.getItem(KEY) !== 'off' }));

export function useSoundOn(): boolean {
  return useStore(soundStore, (state) => state.on);
}

/** Switches sounds and remembers it. */
export function setSound(on: boolean): void {
  storage.setItem(KEY, on ? 'on' : 'off');
  soundStore.setState({ on });
}

/** Plays a sound if the person wants sounds. */
export function sound(name: SoundName, options?: { urgent?: boolean }): void {
  if (soundStore.getState().on) playSound(name, options);
}

/** Shakes a phone, for those who do not mind motion. */
export function buzz(pattern: number | number[]): void {
  if (motionAllowed() && 'vibrate' in navigator) navigator.vibrate(pattern);
}
