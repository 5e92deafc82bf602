import { factsOf, SERVICE_NAMES } from '@doushouqi/protocol/server';
import { PORTS } from './addresses.ts';
import { yamlOf } from './yaml.ts';

const ANNOTATION = '__meta_kubernetes_pod_annotation_prometheus_io';

function configuration(about: string, seconds: number, discovery: object): string {
  return yamlOf({
    [`# ${about}`]: null,
    global: { scrape_interval: `${seconds}s`, evaluation_interval: `${seconds}s` },
    rule_files: ['alerts.yml'],
    scrape_configs: [
      {
        job_name: 'doushouqi',
        '# A process names its service itself. `up` has labels of the target only, so each target gets the service too.':
          null,
        honor_labels: true,
        ...discovery,
      },
    ],
  });
}

/** The names of the containers of the services, as the network of docker-compose.yml knows them. */
function names(): string[] {
  return SERVICE_NAMES.flatMap((name) => {
    const { nodes, processes = 1 } = factsOf(name);
    const numbered = Array.from({ length: processes }, (_, index) => `${name}-${index + 1}`);
    return [...(nodes ? [] : [name]), ...(processes > 1 ? numbered : [])];
  });
}

/** The scrape configurations of ops/prometheus, by file name. */
export function scrapeConfigurations(): Record<string, string> {
  return {
    local: configuration(
      'Scrapes `npm start`, which writes its addresses into a file: prometheus --config.file=ops/prometheus/local.yml --storage.tsdb.path=/tmp/prometheus',
      5,
      { file_sd_configs: [{ files: ['../../.data/metrics-targets.json'] }] },
    ),
    compose: configuration(
      'Scrapes the product as docker-compose.yml runs it; mount this folder as /etc/prometheus.',
      15,
      {
        '# Every address of a name, so that each of several processes of a service is a target of its own.':
          null,
        dns_sd_configs: [
          { names: names(), type: 'A', port: PORTS.service },
          { names: ['gateway'], type: 'A', port: PORTS.gatewayMetrics },
        ],
        relabel_configs: [
          { source_labels: ['__meta_dns_name'], regex: '([a-z]+)(?:-\\d+)?', target_label: 'service' },
        ],
      },
    ),
    kubernetes: configuration(
      `For a Prometheus in the cluster: scrapes each pod whose annotations ask for it (prometheus.io/scrape: "true", prometheus.io/port: "${PORTS.service}", the gateway's "${PORTS.gatewayMetrics}"). Its ServiceAccount may get, list and watch pods.`,
      15,
      {
        kubernetes_sd_configs: [{ role: 'pod' }],
        relabel_configs: [
          { source_labels: [`${ANNOTATION}_scrape`], regex: 'true', action: 'keep' },
          {
            source_labels: ['__address__', `${ANNOTATION}_port`],
            regex: '([^:]+)(?::\\d+)?;(\\d+)',
            replacement: '$1:$2',
            target_label: '__address__',
          },
          { source_labels: ['__meta_kubernetes_pod_name'], target_label: 'pod' },
          {
            source_labels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'],
            target_label: 'service',
          },
        ],
      },
    ),
  };
}
