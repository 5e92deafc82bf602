/**
 * Exits with 0 if the process of this container reports that it is ready (`/readyz`). Otherwise prints its report, which
 * names the dependency that does not answer, and exits with 1.
 */
import { get } from 'node:http';

const request = get(
  { host: '127.0.0.1', port: process.env.PORT, path: '/readyz', timeout: 8_000 },
  (response) => {
    if (response.statusCode === 200) process.exit(0);
    process.exitCode = 1;
    response.pipe(process.stdout);
  },
);
request.on('timeout', () => request.destroy(new Error('no answer within 8 s')));
request.on('error', (error) => {
  console.log(error.message);
  process.exitCode = 1;
});
