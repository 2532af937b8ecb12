import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { routeConfig } from './route-config.js';

/**
 * Who may call a route.
 *
 * - `public`: everybody; the session is not read.
 * - `optional`: everybody; a session counts only with the matching `New-Api-User` header, otherwise the caller is a visitor.
 * - `user`, `admin`, `root`: a session or an access token of that role, always with the matching header.
 * - `session`: a session, no access token. Without the header only when the route just reads (a page of a browser).
 */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'root' | 'session';

/**
 * What a route changes, as far as its method does not say so. A browser sends the cookie with every request, also with those
 * that a foreign page or a piece of HTML causes; a route that changes something therefore needs a proof that the console asked.
 */
export interface Effects {
  /** A GET that changes something. All other methods count as writing anyway. */
  readonly writes?: true;
  /** The route changes the session it is called with, if there is one: such a session needs the header. */
  readonly changesSession?: true;
  /**
   * A GET that opens a session for whoever its parameters name, without a state. An image must not replace the session of
   * whoever looks at it, so a script must have asked: the header is required, of any value.
   */
  readonly opensSession?: true;
  /** A one-time state of the same browser and account (query `state`), made for this provider, may stand in for the header. */
  readonly stateOf?: 'wechat' | 'telegram';
  /**
   * A browser is sent here by another page, so it navigates, sends no header, and what it brings may come from anybody: the
   * state is required.
   */
  readonly navigated?: true;
}

/** What `@Requires` stores. */
export interface AccessRule extends Effects {
  readonly access: Access;
}

export const REQUIRES = Symbol('requires');

/** Must stand on every route, or the server does not start. Also makes handled outcomes answer 200, POST included. */
export const Requires = (access: Access, effects: Effects = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(REQUIRES, { access, ...effects } satisfies AccessRule),
    routeConfig({ access }),
    HttpCode(200),
  );
