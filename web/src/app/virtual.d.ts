declare module 'virtual:api-routes' {
  /** Method and path of each route, made by `scripts/lib/routes.ts`. */
  const routes: import('@doushouqi/protocol').RouteTable;
  export default routes;
}
