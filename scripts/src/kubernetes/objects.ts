import type { V1ObjectMeta } from '@kubernetes/client-node';

/** An object as kustomize prints it, of whatever form. */
export interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  metadata?: V1ObjectMeta;
}

/** `Deployment/auth`, as kubectl writes it. */
export function titleOf({ kind, metadata }: AnyObject): string {
  return `${String(kind)}/${metadata?.name ?? '(no name)'}`;
}
