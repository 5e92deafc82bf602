import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}
declare global {
  interface Window {
    /** The browser's API for close requests, such as the back gesture of a phone. Not in every browser. */
    CloseWatcher?: new () => Watcher;
  }
}

interface Layers {
  /** Functions that close the open layers, topmost last. */
  layers: readonly (() => void)[];
  /** Resolves when the history entry of closed layers is removed. */
  removed: Promise<unknown>;
}

const layerStore = createStore<Layers>(() => ({ layers: [], removed: Promise.resolve() }));

function countLayers(): number {
  return layerStore.getState().layers.length;
}

/** Closes the topmost layer. Returns whether a layer was open. */
export function closeTopLayer(): boolean {
  const close = layerStore.getState().layers.at(-1);
  close?.();
  return close !== undefined;
}

/** Adds a history entry while a layer is open. One entry serves all layers, so a layer may replace another. */
function syncHistory(): void {
  const isOnTop = window.history.state?.layer === true;
  if (countLayers() > 0 && !isOnTop) window.history.pushState({ ...window.history.state, layer: true }, '');
  if (countLayers() > 0 || !isOnTop) return;
  const removed = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  layerStore.setState({ removed });
  window.history.back();
}

/**
 * Returns a promise of the history without the entry of layers that are being closed, or null if there is none. Browsers
 * remove the entry asynchronously: a navigation before that would be undone or interrupted.
 */
export function layersRemoved(): Promise<unknown> | null {
  if (window.history.state?.layer !== true) return null;
  // The layers close with the next commit.
  return new Promise((resolve) => setTimeout(resolve)).then(() => layerStore.getState().removed);
}

/** For browsers without `CloseWatcher`: going back removes the entry of the layers and closes the topmost. */
function watchHistory(): () => void {
  if (countLayers() === 1) window.addEventListener('popstate', closeTopLayer);
  // After all effects of the commit.
  queueMicrotask(syncHistory);
  return () => {
    if (countLayers() === 0) window.removeEventListener('popstate', closeTopLayer);
    queueMicrotask(syncHistory);
  };
}

/** Escape closes the focused element; the next watcher does not receive it too. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

function watchBrowser(close: () => void): () => void {
  if (!window.CloseWatcher) return watchHistory();
  const watcher = new window.CloseWatcher();
  watcher.onclose = close;
  window.addEventListener('keydown', keepEscape, true);
  return () => {
    watcher.destroy();
    window.removeEventListener('keydown', keepEscape, true);
  };
}

function watch(close: () => void): () => void {
  layerStore.setState(({ layers }) => ({ layers: [...layers, close] }));
  const unwatch = watchBrowser(close);
  return () => {
    layerStore.setState(({ layers }) => ({ layers: layers.filter((one) => one !== close) }));
    unwatch();
  };
}

/** While `open`, the back gesture of a phone closes the layer instead of leaving the page. */
export function useCloseRequest(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => (open ? watch(() => close.current()) : undefined), [open]);
}
