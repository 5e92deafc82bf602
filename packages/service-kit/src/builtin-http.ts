/**
 * `node:http` as it is. An `import` of it would read each of its exports, and one of them, `WebSocket`, loads undici:
 * 4.6 MB in every process that only wants a server.
 */
export const http = process.getBuiltinModule('node:http');
