export * from './client.ts';
export * from './entities.ts';
export * from './errors.ts';
export * from './http.ts';
export * from './jobs.ts';
export * from './limits.ts';
export { nickname, password, registration, type Session, username } from './routes/auth.ts';
export { ROUTES, type RouteName } from './routes/index.ts';
export * from './socket.ts';
