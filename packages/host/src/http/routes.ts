// Every native route. Faces bring their own.

import { auditRoutes } from './audit-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { pageRoutes, type ServedPage } from './page-routes.ts';
import type { HttpRoute } from './route.ts';
import type { HttpServices } from './services.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { streamRoutes } from './stream-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export function routesOf(services: HttpServices, page: ServedPage | undefined): readonly HttpRoute[] {
  return [
    ...sessionRoutes(services),
    ...messageRoutes(services),
    ...deliveryRoutes(services),
    ...streamRoutes(services),
    ...fileRoutes(services),
    ...tokenRoutes(services),
    ...operatorRoutes(services),
    ...auditRoutes(services),
    ...(services.signIn === undefined ? [] : signInRoutes(services, services.signIn)),
    ...operationRoutes(services),
    ...(page === undefined ? [] : pageRoutes(page)),
  ];
}
