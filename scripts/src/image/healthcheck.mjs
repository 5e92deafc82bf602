/** Exits with 0 if the process of this container reports that it is ready (`/readyz`). */
import { get } from 'node:http';

const request = get(
  { host: '127.0.0.1', port: process.env.PORT, path: '/readyz', timeout: 8_000 },
  (response) => {
    process.exit(response.statusCode === 200 ? 0 : 1);
  },
);
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
