/**
 * What a page and the analysis service on the same machine say to each other (docs/engine.md). Apart from the rest of
 * the protocol: only the page of the analysis needs it, and no server of ours answers it.
 */
import { z } from './zod.ts';

/** Where the service listens, on the loopback addresses alone. */
export const ANALYSIS_PORT = 5000;

/** A move of the game so far: from and to, and the letter of what it took: `a3b3`, `d5d6e`. */
const playedMove = z.string().regex(/^[a-g][1-9][a-g][1-9][rcdwjtle]?$/);

/** Most moves that a request brings: whatever forbids a move happened within them. */
export const MOST_LAST_MOVES = 1_000;
/** Largest body of a request, bytes. */
export const ANALYSIS_BODY_LIMIT = 32_768;

export const pingRequest = z.object({ command: z.literal('ping') });

export const analyzeRequest = z.object({
  /** The position that is asked about; red is the upper case. */
  fen: z.string().min(1).max(100),
  /** 1 to 6; each looks at four times as many positions as the one before. */
  difficulty: z.int().min(1).max(6),
  /** Nothing was played before this position: `lastMoves` counts for nothing. */
  isFirstMove: z.boolean().default(false),
  /** The moves that led to the position, oldest first; without them no repetition is known. */
  lastMoves: z.array(playedMove).max(MOST_LAST_MOVES).default([]),
  /** The name of a rule set; local play unless said otherwise. */
  rules: z.string().max(80).optional(),
});
export type AnalyzeRequest = z.input<typeof analyzeRequest>;

export const pingReply = z.object({
  status: z.literal('ok'),
  version: z.string().max(40),
  /** Searches that run side by side. */
  threads: z.int().min(1).max(1_024),
  /** Of the last search; null before the first. */
  nodesPerSecond: z.number().min(0).nullable(),
});
export type PingReply = z.output<typeof pingReply>;

/** A move without what it took. */
const move = z.string().regex(/^[a-g][1-9][a-g][1-9]$/);

const score = z.union([
  z.object({ kind: z.literal('cp'), value: z.number() }),
  z.object({ kind: z.literal('win'), plies: z.number() }),
]);

export const analyzeReply = z.object({
  /** Best first, three at most. */
  candidates: z
    .array(
      z.object({
        move,
        /** How often the side to move wins with it, 0 to 100. */
        winrate: z.number().min(0).max(100),
        score: score.optional(),
        /** What both sides are expected to play; begins with `move`. */
        line: z.array(move).max(128).optional(),
      }),
    )
    .max(3),
  depth: z.int().min(0).optional(),
  nodes: z.number().min(0).optional(),
});
export type AnalyzeReply = z.output<typeof analyzeReply>;

/** What the service refuses: its status, and words for people. The codes are stable. */
export const ANALYSIS_ERRORS = {
  INVALID_INPUT: { status: 400, message: '请求的格式不正确' },
  INVALID_FEN: { status: 400, message: '无法读取局面（FEN）' },
  INVALID_MOVES: { status: 400, message: '着法与局面不符' },
  GAME_OVER: { status: 400, message: '这个局面的对局已经结束' },
  FOREIGN_ORIGIN: { status: 403, message: '这个网页不能使用本机的分析服务' },
  WRONG_HOST: { status: 403, message: '分析服务只应答本机地址' },
  NOT_FOUND: { status: 404, message: '没有这个地址' },
  METHOD_NOT_ALLOWED: { status: 405, message: '请用 POST 请求' },
  TOO_LARGE: { status: 413, message: '请求太大' },
  NOT_JSON: { status: 415, message: '请求须为 JSON' },
  ENGINE_FAILED: { status: 500, message: '分析失败，请重试' },
  BUSY: { status: 503, message: '分析服务正忙，请稍后再试' },
} as const satisfies Record<string, { status: number; message: string }>;
export type AnalysisErrorCode = keyof typeof ANALYSIS_ERRORS;

/** The systems for which the service can be downloaded. */
export const DOWNLOAD_SYSTEMS = ['windows', 'macos-arm64', 'macos-x64', 'linux'] as const;
export type DownloadSystem = (typeof DOWNLOAD_SYSTEMS)[number];

/** `/downloads/manifest.json`: what `npm run build:downloads` made. */
export const downloadsManifest = z.object({
  version: z.string().max(40),
  /** Pages that the programs answer without being told to. */
  origins: z.array(z.string().max(300)).max(100),
  files: z
    .array(
      z.object({
        system: z.enum(DOWNLOAD_SYSTEMS),
        /** In `/downloads/`; it changes with the content. */
        name: z.string().regex(/^[\w.-]{1,120}$/),
        /** Bytes. */
        size: z.int().min(1),
        sha256: z.string().regex(/^[\da-f]{64}$/),
      }),
    )
    .max(20),
});
export type DownloadsManifest = z.output<typeof downloadsManifest>;
export type DownloadFile = DownloadsManifest['files'][number];
