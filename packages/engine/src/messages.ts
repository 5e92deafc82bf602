/** Messages between the owner and the worker. */
import type { Game } from '@doushouqi/rules';
import type { Level, SearchInfo, SearchLimits } from './types.ts';

export type EngineTask =
  | { readonly kind: 'analyze'; readonly limits: SearchLimits }
  | { readonly kind: 'choose'; readonly level: Level; readonly seed: number };

/**
 * `load` is sent first, once; with `wasm` and `tables` (the file) the worker does not fetch them. A `search` stops
 * the previous one.
 * `resize` applies from the next search on: 2^hashLog bytes for cached positions, which are cleared.
 */
export type EngineRequest =
  | { readonly type: 'load'; readonly wasm?: Uint8Array; readonly tables?: Uint8Array }
  | { readonly type: 'search'; readonly id: number; readonly game: Game; readonly task: EngineTask }
  | { readonly type: 'resize'; readonly hashLog: number }
  | { readonly type: 'stop' };

/** `failed`: loading or searching threw; the worker is unusable. */
export type EngineReply =
  | { readonly type: 'ready' }
  | { readonly type: 'info' | 'done'; readonly id: number; readonly info: SearchInfo }
  | { readonly type: 'failed'; readonly message: string };

/** One end of a channel to a worker: a `Worker` of the browser, or `nodePort()`. */
export interface EnginePort {
  postMessage(message: EngineRequest): void;
  onmessage: ((event: { readonly data: EngineReply }) => void) | null;
  /** Called when the worker crashes. */
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}
