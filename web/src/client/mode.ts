import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { KEYS, storage } from './storage.ts';

type Mode = 'light' | 'dark';

/** Light or dark; public/boot.js sets it before the first paint. */
const modeStore = createStore<{ mode: Mode }>(() => ({
  mode: document.documentElement.dataset.mode === 'dark' ? 'dark' : 'light',
}));

modeStore.subscribe(({ mode }) => {
  document.documentElement.dataset.mode = mode;
  const color = mode === 'dark' ? '#191613' : '#F1E7D3';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', color);
});

export function useMode(): Mode {
  return useStore(modeStore, (state) => state.mode);
}

/** Switches between light and dark and stores the choice. */
export function toggleMode(): void {
  const mode = modeStore.getState().mode === 'dark' ? 'light' : 'dark';
  storage.setItem(KEYS.mode, mode);
  modeStore.setState({ mode });
}

/** Follows other tabs, and the system until the user chooses. */
export function followMode(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const read = () => {
    const saved = storage.getItem(KEYS.mode);
    modeStore.setState({ mode: (saved ? saved === 'dark' : system.matches) ? 'dark' : 'light' });
  };
  system.addEventListener('change', read);
  window.addEventListener('storage', ({ key }) => (key === KEYS.mode || key === null) && read());
}
