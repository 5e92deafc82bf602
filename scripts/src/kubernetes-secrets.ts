/** `npm run kubernetes:secrets -- DIR`: creates the missing secrets of an overlay. */
import { writeSecrets } from './kubernetes/secrets.ts';

const [dir] = process.argv.slice(2);
if (dir === undefined) {
  process.stderr.write('usage: npm run kubernetes:secrets -- k8s/overlays/NAME/secrets\n');
  process.exit(1);
}
writeSecrets(dir);
