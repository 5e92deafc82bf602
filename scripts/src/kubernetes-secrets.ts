/** `node scripts/src/kubernetes-secrets.ts DIR`: makes what is missing of the secrets of an overlay. */
import { writeSecrets } from './kubernetes/secrets.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) {
  process.stderr.write('usage: node scripts/src/kubernetes-secrets.ts k8s/overlays/NAME/secrets\n');
  process.exit(1);
}
writeSecrets(dir);
