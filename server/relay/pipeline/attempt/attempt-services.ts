import type { UpstreamClient } from '../../upstream/client.js';
import type { LedgerGate } from '../../../billing/ledger/ledger.types.js';
import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { Admission } from '../../routing/admission.js';
import type { ThoughtSignatures } from '../../stored/thought-signatures.js';
import type { RemoteMedia } from '../plan/remote-media.js';
import type { ChannelCircuits } from '../../routing/channel-circuits.js';
import type { RunningAnswers } from '../settle/running-answers.js';
import type { Circuits } from '../../routing/circuits.js';
import type { Compactions } from '../../stored/compactions.js';
import type { CompiledSettings } from '../settings.js';

/** Time limits of upstream calls in milliseconds. */
export interface CallTimes {
  /** From sending a streaming request to the first event with content. */
  firstTokenMs: number;
  /** Between two events of a stream. */
  idleMs: number;
  /**
   * For a request as a whole, all channels and pauses together, up to the first content of a stream; then between two
   * events with content. 0 = none.
   */
  wholeMs: number;
}

/** The services that attempts depend on. */
export interface AttemptServices {
  upstream: UpstreamClient;
  times: CallTimes;
  media: RemoteMedia;
  settings: { readonly current: CompiledSettings };
  /** Milliseconds to the first content of a stream, while another channel could be tried. */
  firstTokenMs(channel: RoutableChannel): number;
  /** Reports a defect, or the failure of a dependency that does not stop the request. */
  report(defect: unknown, requestId: string): void;
  /** Milliseconds to the first byte of a non-streaming response, while another channel could be tried. */
  firstByteMs(): number;
  /** Reports in the background that a channel or one of its keys is broken; see `AutomaticStatus`. */
  reportBroken(channelId: number, keyIndex: number, reason: string): void;
  /** Reports in the background that a provider rejects a key that was read where `reference` says. */
  reportRejected(reference: string): void;
  circuits: ChannelCircuits;
  /** Circuits of keys, for channels with several. */
  keyCircuits: Circuits<string>;
  admission: Admission;
  thoughts: ThoughtSignatures;
  compactions: Pick<Compactions, 'seal'>;
  ledger: Pick<LedgerGate, 'extend'>;
  running: RunningAnswers;
}
