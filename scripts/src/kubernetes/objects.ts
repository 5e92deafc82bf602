import type { V1ObjectMeta } from '@kubernetes/client-node';

/** An object in kustomize's output, of any kind. */
export interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  metadata?: V1ObjectMeta;
}

/** Returns the title in kubectl's form, such as `Deployment/auth`. */
export function titleOf({ kind, metadata }: AnyObject): string {
  return `${String(kind)}/${metadata?.name ?? '(no name)'}`;
}
