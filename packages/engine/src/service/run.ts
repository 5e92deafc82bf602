import manifest from '../../package.json' with { type: 'json' };
import type { Engine } from '../index.ts';
import { type ServiceOptions, startAnalysisService } from './analysis-service.ts';
import { HELP, readCommand, type ServeCommand, startProblem } from './command.ts';

/** Parts that depend on how the service was started. */
interface Surroundings {
  readonly openEngine: () => Engine;
  /** Origins allowed without a command-line option. */
  readonly origins: readonly string[];
}

/** Runs the service as a program: reads arguments, prints its address and stops on a signal. */
export async function runAnalysisService({ openEngine, origins }: Surroundings): Promise<void> {
  const { version } = manifest;
  const command = readCommand(process.argv.slice(2), origins);
  if (command.kind === 'help') return void process.stdout.write(HELP);
  if (command.kind === 'version') return void process.stdout.write(`${version}\n`);
  if (command.kind === 'wrong') return fail(`${command.problem}\n\n${HELP}`);
  await serve(command, { version, openEngine });
}

async function serve(
  command: ServeCommand,
  own: Pick<ServiceOptions, 'version' | 'openEngine'>,
): Promise<void> {
  try {
    const service = await startAnalysisService({ ...command, ...own });
    process.stdout.write(
      `斗兽棋本机引擎 ${own.version} 已启动：http://localhost:${service.port}\n回到网页的分析页即可使用；按 Ctrl+C 或关闭窗口停止。\n`,
    );
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void service.stop().then(() => process.exit(0)));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    fail(startProblem(code, command.port, process.platform));
  }
}

function fail(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
