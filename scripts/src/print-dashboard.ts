/** `node scripts/src/print-dashboard.ts`: the dashboard of ops/grafana/doushouqi.json. */
import { dashboardFile } from './ops/dashboard.ts';

process.stdout.write(dashboardFile());
