import { SERVICE_NAMES } from '@doushouqi/protocol/server';
import { describe, expect, test } from 'vitest';
import { chooseTool, forwardStep, removalStep, trialSteps } from './trial-plan.ts';

function linesOf(options: Parameters<typeof trialSteps>[0]): string[] {
  const { before, after } = trialSteps(options);
  return [...before, ...after].map(({ command }) => command.join(' '));
}

describe('the trial on Kubernetes', () => {
  test('uses the first installed tool', () => {
    expect(chooseTool(new Set(['minikube', 'k3d']))).toBe('k3d');
    expect(chooseTool(new Set(['kind', 'minikube']))).toBe('kind');
    expect(chooseTool(new Set())).toBeNull();
  });

  test('builds and loads every image of the overlay, then applies it and waits', () => {
    const lines = linesOf({ tool: 'kind', exists: false });
    for (const service of [...SERVICE_NAMES, 'gateway', 'operations']) {
      expect(lines.filter((line) => line.includes(`SERVICE=${service} `))).toHaveLength(1);
      expect(lines.find((line) => line.startsWith('kind load'))).toContain(`doushouqi-${service}:local`);
    }
    const at = (start: string) => lines.findIndex((line) => line.includes(start));
    expect(at('docker build')).toBeLessThan(at('kind create'));
    expect(at('kind create')).toBeLessThan(at('kind load'));
    expect(at('kind load')).toBeLessThan(at('apply --server-side --kustomize'));
    expect(at('apply --server-side --kustomize')).toBeLessThan(at('rollout status'));
  });

  test('does not create a cluster that exists', () => {
    expect(linesOf({ tool: 'k3d', exists: true }).join()).not.toContain('cluster create');
  });

  test('changes only its own context, unless it uses the current one', () => {
    const commands = (tool: 'minikube' | 'context') =>
      linesOf({ tool, exists: true }).filter((line) => line.startsWith('kubectl'));
    for (const line of commands('minikube')) expect(line).toContain('--context doushouqi');
    for (const line of commands('context')) expect(line).not.toContain('--context');
    expect(forwardStep('kind', 9_000).command.join(' ')).toBe(
      'kubectl --context kind-doushouqi --namespace doushouqi port-forward service/gateway 9000:80',
    );
  });

  test('removes the cluster that it created, and only the namespace of an existing one', () => {
    expect(removalStep('kind').command).toEqual(['kind', 'delete', 'cluster', '--name', 'doushouqi']);
    expect(removalStep('context').command.join(' ')).toBe('kubectl delete namespace doushouqi');
  });
});
