import { parseArgs } from 'node:util';
import { ANALYSIS_PORT } from '@doushouqi/protocol/analysis';
import { originOf } from './callers.ts';

/** Parsed command line. */
export type Command =
  | ({ readonly kind: 'serve' } & ServeCommand)
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly problem: string };

export interface ServeCommand {
  readonly port: number;
  readonly threads: number;
  readonly origins: ReadonlySet<string>;
}

/** Maximum number of threads: a page sends one request at a time. */
const MOST_THREADS = 16;

/** Parses the arguments. @param origins allowed by default */
export function readCommand(args: readonly string[], origins: readonly string[]): Command {
  let values: { port?: string; threads?: string; origin?: string[]; help?: boolean; version?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        threads: { type: 'string' },
        origin: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    }));
  } catch (error) {
    return { kind: 'wrong', problem: `看不懂的参数：${error instanceof Error ? error.message : error}` };
  }
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const port = Number(values.port ?? ANALYSIS_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return { kind: 'wrong', problem: '--port 须为 0–65535 的整数' };
  const threads = Number(values.threads ?? 2);
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    return { kind: 'wrong', problem: `--threads 须为 1–${MOST_THREADS} 的整数` };
  const named = (values.origin ?? []).map(originOf);
  if (named.includes(null)) return { kind: 'wrong', problem: '--origin 须形如 https://example.com' };
  return {
    kind: 'serve',
    port,
    threads,
    origins: new Set([...origins, ...named.filter((one) => one !== null)]),
  };
}

export const HELP = `斗兽棋本机引擎：只应答本机，局面不会上传。

  --port 端口       监听的端口，默认 ${ANALYSIS_PORT}；网页只找 ${ANALYSIS_PORT}
  --origin 网址     允许使用本机引擎的网页，例如 https://example.com；可以写多次
  --threads 个数    同时进行的分析，默认 2
  --version         版本
`;

/** Returns a message for the user that explains why the service did not start. */
export function startProblem(code: string | undefined, port: number, platform: string): string {
  if (code === 'EACCES') return `没有权限使用端口 ${port}。`;
  if (code !== 'EADDRINUSE') return `本机引擎无法启动（${code ?? '原因不明'}）。`;
  const airPlay =
    platform === 'darwin'
      ? '\nmacOS 的“隔空播放接收器”也用这个端口：请在“系统设置 → 通用 → 隔空投送与接力”里关闭“隔空播放接收器”，再启动一次。'
      : '';
  return `端口 ${port} 已被占用：本机引擎可能已经在运行，也可能是别的程序占用了它。${airPlay}`;
}
