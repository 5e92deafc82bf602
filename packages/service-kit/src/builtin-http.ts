/**
 * `node:http` without `import`. An `import` would read each of its exports, and `WebSocket` among them loads undici:
 * 4.6 MB in every process that only needs a server.
 */
export const http = process.getBuiltinModule('node:http');
