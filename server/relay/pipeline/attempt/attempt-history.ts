import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { ChannelKey } from '../../../channels/keys/channel-keys.js';
import type { LoggedFailure } from '../../../contract/resources/logs/log-terms.js';
import { keyName } from '../../routing/keys.js';

/** An attempt on one channel that failed or was interrupted. */
export interface FailedAttempt extends Readonly<LoggedFailure> {
  readonly channelId: number;
  readonly keyIndex: number;
  /** Whether the provider refused the request itself, which other channels would do too. */
  readonly isOfRequest: boolean;
}

/** The attempts of one request, in order. Only the attempt loop adds to it. */
export class AttemptHistory {
  private ids: number[] = [];
  private names: string[] | undefined;
  private fullIds: number[] | undefined;
  private failed: FailedAttempt[] | undefined;
  /** Epoch milliseconds from which a provider accepts requests again, by `keyName`. */
  private acceptedFrom: Map<string, number> | undefined;
  /** When the last call began, milliseconds from the request's arrival. */
  begunMs = 0;

  /** Channels called; written to the log's admin_info. */
  get channels(): readonly number[] {
    return this.ids;
  }

  /** Channels skipped because they were at their limits; undefined where there was none. */
  get full(): readonly number[] | undefined {
    return this.fullIds;
  }

  get failures(): readonly FailedAttempt[] {
    return this.failed ?? NO_FAILURES;
  }

  /** Whether this request has called any channel with this key. @param name of the key, by `keyName` */
  hasUsed(name: string): boolean {
    return this.names?.includes(name) ?? false;
  }

  /** How often this request called a channel with this key. */
  timesCalled({ id, keys }: RoutableChannel, { index }: ChannelKey): number {
    if (this.ids.length === 0) return 0;
    if (keys.length === 1) return this.ids.filter((called) => called === id).length;
    const name = keyName(id, index);
    return this.names?.filter((used) => used === name).length ?? 0;
  }

  addCall({ id, keys }: RoutableChannel, { index }: ChannelKey): void {
    // A literal with one element uses less memory than `push` into an empty list, which reserves 16 slots.
    if (this.ids.length === 0) this.ids = [id];
    else this.ids.push(id);
    if (keys.length > 1) (this.names ??= []).push(keyName(id, index));
  }

  addFull({ id }: RoutableChannel): void {
    (this.fullIds ??= []).push(id);
  }

  /** @param milliseconds that the provider demands before the next request with this key; 0 = none */
  addDemandedWait({ id }: RoutableChannel, { index }: ChannelKey, milliseconds: number): void {
    if (milliseconds > 0)
      (this.acceptedFrom ??= new Map()).set(keyName(id, index), Date.now() + milliseconds);
  }

  /** Milliseconds that the provider still demands before the next request with this key. @param name by `keyName` */
  demandedWait(name: string): number {
    const from = this.acceptedFrom?.get(name);
    return from === undefined ? 0 : Math.max(0, from - Date.now());
  }

  /**
   * Milliseconds from the last call to its first data.
   * @param firstDataMs from the request's arrival; undefined: there was none
   * @returns undefined also where another channel had sent the first data, and this one finishes the response
   */
  sinceCall(firstDataMs: number | undefined): number | undefined {
    return firstDataMs === undefined || firstDataMs < this.begunMs ? undefined : firstDataMs - this.begunMs;
  }

  addFailure(failure: FailedAttempt): void {
    (this.failed ??= []).push(failure);
  }
}

const NO_FAILURES: readonly FailedAttempt[] = [];
