import type { UpstreamClient } from '../upstream/client.js';
import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { Admission } from '../routing/admission.js';
import type { RemoteMedia } from './remote-media.js';
import type { ChannelCircuits } from '../routing/channel-circuits.js';
import type { RunningAnswers } from './running-answers.js';
import type { Circuits } from '../routing/circuits.js';
import type { CompiledSettings } from './settings.js';

/** Time limits of upstream calls in milliseconds. */
export interface CallTimes {
  /** From sending a streamed request to the first event that means something. */
  firstTokenMs: number;
  /** Between two pieces of a stream. */
  idleMs: number;
  /**
   * For a request as a whole, all channels and pauses together, up to the first content of a stream; then between two
   * events of the stream that say something of the answer. 0 = none.
   */
  wholeMs: number;
}

/** What attempts need from outside. */
export interface AttemptServices {
  upstream: UpstreamClient;
  times: CallTimes;
  media: RemoteMedia;
  settings: { readonly current: CompiledSettings };
  /** Milliseconds to the first word of a stream, while another channel could be asked. */
  firstTokenMs(channel: RoutableChannel): number;
  /** A defect: something no provider should be able to cause. */
  report(defect: unknown, requestId: string): void;
  /** Milliseconds to the first byte of a whole answer, while another channel could be asked. */
  firstByteMs(): number;
  /** Sets a broken channel aside; called without waiting. */
  disable(channelId: number, reason: string): void;
  /** Sets one of several keys of a channel aside; called without waiting. */
  disableKey(channelId: number, keyIndex: number, reason: string): void;
  circuits: ChannelCircuits;
  /** The same for keys of channels that have several. */
  keyCircuits: Circuits<string>;
  admission: Admission;
  ledger: Pick<LedgerGate, 'extend'>;
  running: RunningAnswers;
}
