import { BACKUP_SIGNING_FILE, OPERATIONS } from '@doushouqi/deployment';
import * as k8s from './objects.ts';

const NAME = 'backup';
const LABELS = { [k8s.NAME]: NAME, [k8s.COMPONENT]: 'job' };
const SCRATCH = '/scratch';

const CONTAINER = {
  name: NAME,
  image: `doushouqi-${OPERATIONS}`,
  args: [NAME, '--prune'],
  envFrom: [
    { configMapRef: { name: NAME } },
    { secretRef: { name: k8s.OPERATIONS_SECRET } },
    '# AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, unless the node or the ServiceAccount has a role.',
    { secretRef: { name: 'backup-store', optional: true } },
  ],
  env: [
    { name: 'BACKUP_SCRATCH', value: SCRATCH },
    { name: 'BACKUP_SIGNING_KEY_FILE', value: `${k8s.SECRETS_DIR}/${BACKUP_SIGNING_FILE}` },
  ],
  resources: k8s.resources('100m', '128Mi', '512Mi'),
  securityContext: k8s.CONTAINER_SECURITY,
  volumeMounts: [
    k8s.mount('tmp', '/tmp'),
    k8s.mount('scratch', SCRATCH),
    k8s.mount('keys', k8s.SECRETS_DIR, true),
  ],
};

const POD = {
  metadata: { labels: { ...LABELS, ...k8s.clientOf('redis'), ...k8s.clientOf('mongodb') } },
  spec: {
    serviceAccountName: NAME,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    restartPolicy: 'Never',
    securityContext: k8s.podSecurity(1_000),
    containers: [CONTAINER],
    volumes: [
      { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
      '# One backup, before it is stored.',
      { name: 'scratch', emptyDir: { sizeLimit: '10Gi' } },
      { name: 'keys', secret: { secretName: k8s.OPERATIONS_KEYS, ...k8s.SECRET_MODE } },
    ],
  },
};

const SCHEDULE = {
  ...k8s.object('batch/v1', 'CronJob', NAME, {}, LABELS),
  spec: {
    schedule: '17 3 * * *',
    timeZone: 'Etc/UTC',
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 7_200,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 3,
    jobTemplate: {
      spec: { backoffLimit: 2, activeDeadlineSeconds: 14_400, template: POD },
    },
  },
};

/** Component `backup`: a daily encrypted backup in an object store. */
export const BACKUP: Readonly<Record<string, readonly object[]>> = {
  'components/backup/kustomization.yaml': [
    k8s.component(
      'A daily backup in an object store (docs/operations.md). An overlay lists this component, merges its own values into the ConfigMap, and may add the Secret `backup-store`.',
      {
        resources: ['backup.yaml', 'network.yaml'],
        configMapGenerator: [
          {
            name: NAME,
            literals: [
              'BACKUP_PLACE=s3://doushouqi-backup/production',
              'S3_ENDPOINT=https://s3.example.com',
              'AWS_REGION=eu-central-1',
              '# The public key of `age-keygen`; the identity stays outside the cluster.',
              'BACKUP_RECIPIENTS=age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
              'BACKUP_KEEP_LAST=3',
              'BACKUP_KEEP_DAILY=14',
              'BACKUP_KEEP_WEEKLY=8',
            ],
          },
        ],
      },
    ),
  ],
  'components/backup/backup.yaml': [k8s.account(NAME, LABELS), SCHEDULE],
  'components/backup/network.yaml': [
    {
      '# To the object store, which is outside.': null,
      ...k8s.policy(
        NAME,
        { matchLabels: { [k8s.NAME]: NAME } },
        { egress: [{ to: k8s.outside(), ports: k8s.ports(443) }] },
      ),
    },
  ],
};
