/**
 * `npm run k8s:trial [-- --context | --down] [--port 8080]`: builds the images, creates a cluster with kind, k3d or
 * minikube, applies the local overlay, and publishes the gateway on this machine. `--context` uses the current context
 * of kubectl, whose nodes must find the images. Can be repeated.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { writeSecrets } from './kubernetes/secrets.ts';
import {
  type ClusterTool,
  chooseTool,
  contextOf,
  forwardStep,
  OVERLAY,
  removalStep,
  type Step,
  trialSteps,
} from './kubernetes/trial-plan.ts';

const { values } = parseArgs({
  options: {
    context: { type: 'boolean', default: false },
    down: { type: 'boolean', default: false },
    port: { type: 'string', default: '8080' },
  },
});

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

function outputOf(command: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined;
}

function run({ title, command }: Step): void {
  console.log(`${title} …`);
  const [program = '', ...args] = command;
  const begun = Date.now();
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0)
    fail(`${title}: ${program} ended with code ${status}. Repeat the command after the cause is removed.`);
  console.log(`  done (${Math.round((Date.now() - begun) / 1_000)} s)`);
}

for (const program of ['docker', 'kubectl'])
  if (!isInstalled(program)) fail(`Missing: ${program}. Please install it first.`);
const tool: ClusterTool | null = values.context
  ? 'context'
  : chooseTool(new Set(['kind', 'k3d', 'minikube'].filter(isInstalled)));
if (tool === null)
  fail('Missing: kind, k3d or minikube. Install one, or use --context for an existing cluster.');
if (values.down) run(removalStep(tool));
else {
  const contexts = outputOf('kubectl', 'config', 'get-contexts', '--output=name')?.split('\n') ?? [];
  const exists = tool === 'context' || contexts.includes(contextOf(tool));
  const { before, after } = trialSteps({ tool, exists });
  for (const step of before) run(step);
  writeSecrets(OVERLAY);
  for (const step of after) run(step);
  const forward = forwardStep(tool, Number(values.port));
  console.log(
    `The product runs at ${forward.title}; Ctrl+C ends the forwarding, npm run k8s:trial -- --down removes it.`,
  );
  run(forward);
}
