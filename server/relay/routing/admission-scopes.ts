import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { AdmissionScope } from '../../core/redis/scripts/admission.js';

/** Most slots renewed by one Redis call. */
const AT_ONCE = 500;
/** Longest time a request may hold its slot, in milliseconds; after that its lease is no longer renewed. */
const MAX_MS = 2 * 3_600_000;

/** The scopes that a request to a channel with one of its keys counts in; none where both have no limits. */
export function channelScopes({ id, setting }: RoutableChannel, keyIndex: number): AdmissionScope[] {
  const scopes: AdmissionScope[] = [];
  if (setting.limits) scopes.push({ name: String(id), limits: setting.limits });
  if (setting.keyLimits) scopes.push({ name: `${id}:${keyIndex}`, limits: setting.keyLimits });
  return scopes;
}

/** The scope that the sessions of a user count in. @param most concurrent sessions */
export function sessionScope(userId: number, most: number): AdmissionScope {
  return { name: `sessions-of-user-${userId}`, limits: { concurrency: most } };
}

/** Whether a request in these scopes takes a slot in any of them. */
export function takesSlot(scopes: readonly AdmissionScope[]): boolean {
  return scopes.some(holdsSlot);
}

/** A slot of a request in a scope, as `renewScopes` takes it. */
type Slot = readonly [scope: string, requestId: string];

/** A running request and the scopes it was admitted to. */
interface Running {
  readonly requestId: string;
  readonly scopes: readonly AdmissionScope[];
}

/**
 * The slots to renew, in groups for one Redis call each, and the requests whose slots are not renewed any more.
 * @param running requests with the time they got their slots, in Unix milliseconds
 * @param now Unix milliseconds
 */
export function renewalOf<Request extends Running>(
  running: ReadonlyMap<Request, number>,
  now: number,
): { readonly calls: readonly (readonly Slot[])[]; readonly overdue: readonly Request[] } {
  const slots: Slot[] = [];
  const overdue: Request[] = [];
  for (const [request, since] of running) {
    if (now - since > MAX_MS) overdue.push(request);
    else
      for (const scope of request.scopes) if (holdsSlot(scope)) slots.push([scope.name, request.requestId]);
  }
  const calls: (readonly Slot[])[] = [];
  for (let from = 0; from < slots.length; from += AT_ONCE) calls.push(slots.slice(from, from + AT_ONCE));
  return { calls, overdue };
}

function holdsSlot({ limits }: AdmissionScope): boolean {
  return (limits.concurrency ?? 0) > 0;
}
