import { CoreV1Api, type KubeConfig } from '@kubernetes/client-node';
import { apiConfiguration } from './cluster.ts';

/**
 * Sets one annotation of a pod by a merge patch. Rejects if the API server is unavailable or refuses.
 */
export type AnnotatePod = (name: string, value: string) => Promise<void>;

export function createPodAnnotator(options: {
  config: KubeConfig;
  namespace: string;
  pod: string;
}): AnnotatePod {
  const { config, namespace, pod } = options;
  const api = new CoreV1Api(apiConfiguration(config));
  return async (name, value) => {
    await api.patchNamespacedPod({
      namespace,
      name: pod,
      body: { metadata: { annotations: { [name]: value } } },
    });
  };
}
