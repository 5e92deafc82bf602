import { createServer } from 'node:http';
import express from 'express';

/**
 * The yardstick of `bench:heartbeat`: express that reads the same JSON and answers the same JSON, and does nothing
 * else: no token, no schema, no Redis. It stands where the lobby service would, so that the gateway finds it.
 */
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/readyz', (_request, response) => void response.json({}));
app.post('/api/lobby/heartbeat', express.json(), (request, response) => {
  const known = typeof request.body.currentPath === 'string';
  response.status(known ? 200 : 400).json({ gameInvite: null, redirect: null });
});
const server = createServer(app);
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
