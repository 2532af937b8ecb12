import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { routeConfig } from '../route-config.js';

/**
 * Who may call a route.
 *
 * - `public`: everyone; the session is not read.
 * - `optional`: everyone; a session counts only with the matching `New-Api-User` header, otherwise the caller is
 *   anonymous.
 * - `user`, `admin`, `root`: a session or an access token of at least that role, always with the matching header.
 * - `session`: a session, not an access token. The header is required only if the route changes something.
 */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'root' | 'session';

/**
 * State changes of a route that its method does not imply, and how sensitive they are. Browsers send the cookie with every request, including those
 * caused by foreign pages, so a route with such a change requires proof that the console sent the request.
 */
export interface Effects {
  /** A GET that changes something. Requests with other methods always count as writing. */
  readonly writes?: true;
  /** The route changes the session it is called with, if there is one; such a session requires the header. */
  readonly changesSession?: true;
  /**
   * A GET that opens a session for the account named by its parameters, without a state. The header is required, with
   * any value: it proves that a script sent the request, since an image on a foreign page must not replace a user's
   * session.
   */
  readonly opensSession?: true;
  /** A one-time state (query `state`) of the same browser and account, issued for this provider, may replace the header. */
  readonly stateOf?: 'wechat' | 'telegram';
  /**
   * Another site navigates a browser to this route, so the request has no header and its parameters may be forged: the
   * state is always required.
   */
  readonly navigated?: true;
  /**
   * A sensitive action: a session must have been opened or confirmed within the last ten minutes (`Confirmation`). Routes
   * of which only some requests are sensitive call it themselves.
   */
  readonly confirmed?: true;
  /** Also for sessions that must set up a second factor before they may do anything else. */
  readonly enrolment?: true;
}

/** What `@Requires` stores. */
export interface AccessRule extends Effects {
  readonly access: Access;
}

export const REQUIRES = Symbol('requires');

/**
 * Declares the access rule of a route; the server does not start while a route has none. It also sets status 200 for
 * successful responses, including POST.
 */
export const Requires = (access: Access, effects: Effects = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(REQUIRES, { access, ...effects } satisfies AccessRule),
    routeConfig({ access, effects }),
    HttpCode(200),
  );

/**
 * Marks a route as critical: few calls per address (20 per 20 minutes by default) over all such routes together. They
 * are counted before the body is read (`body-limits.ts`), so that a rejected request costs no parsing.
 */
export const Critical = (): MethodDecorator => routeConfig({ critical: true });
