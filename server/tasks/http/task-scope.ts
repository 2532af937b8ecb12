import type { FastifyPluginAsync } from 'fastify';
import { refuseEarly } from '../../relay/http/relay.routes.js';
import { checkToken } from '../../relay/pipeline/authenticate.js';
import type { Caller } from '../../relay/pipeline/stages.js';
import type { PlaygroundUsers } from '../../relay/playground/playground-users.js';
import type { RelayServices } from '../../relay/relay-services.js';
import { playgroundIdentity, type TokenOwner } from '../../tokens/token-identity.js';
import type { TaskApis } from './task-apis.js';
import { addOpenRoute, addTaskRoute, type AcceptedSessions } from './task-routes.js';

/** Fastify scope of the task APIs: raw bodies, authentication by API key. */
export function taskRoutes(
  services: RelayServices,
  { routes, openRoutes }: Pick<TaskApis, 'routes' | 'openRoutes'>,
  playgroundUsers: PlaygroundUsers,
): FastifyPluginAsync {
  const callerOf = (user: TokenOwner): Caller => {
    const token = playgroundIdentity(user, user.group);
    checkToken(token, Math.floor(Date.now() / 1000));
    return { token, pinnedChannel: undefined };
  };
  const sessions: AcceptedSessions = {
    ofPlayground: async (request) => callerOf(await playgroundUsers.of(request)),
    ofPage: async (request) => callerOf(await playgroundUsers.ofSession(request)),
  };
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: services.bodyLimit },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => refuseEarly(services, error, request, reply));
    if (!scope.hasRequestDecorator('caller')) scope.decorateRequest('caller', undefined);
    for (const route of routes) addTaskRoute(scope, services, route, sessions);
    for (const route of openRoutes) addOpenRoute(scope, services, route);
  };
}
