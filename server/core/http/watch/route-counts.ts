/** Most time series; beyond it, requests count under the route `other`. There are some 300 routes. */
const MAX_SERIES = 3000;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface RouteCount {
  readonly method: string;
  readonly route: string;
  /** `2xx`, `4xx` … */
  readonly status: string;
  requests: number;
}

/** Counts the requests of this process by route. Neither paths nor methods that clients invent make a time series. */
export class RouteCounts {
  private readonly counts = new Map<string, RouteCount>();

  get all(): Iterable<RouteCount> {
    return this.counts.values();
  }

  add(method: string, route: string, status: number): void {
    const known = METHODS.has(method) ? method : 'other';
    this.increment(known, route, `${Math.floor(status / 100)}xx`);
  }

  private increment(method: string, route: string, status: string): void {
    const key = `${method} ${status} ${route}`;
    const count = this.counts.get(key);
    if (count) count.requests++;
    else if (this.counts.size < MAX_SERIES || route === OTHER)
      this.counts.set(key, { method, route, status, requests: 1 });
    else this.increment(method, OTHER, status);
  }
}

const OTHER = 'other';
