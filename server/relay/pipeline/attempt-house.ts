import type { UpstreamClient } from '../upstream/client.js';
import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import type { RoutableChannel } from '../../channels/channel-directory.js';
import type { Admission } from '../routing/admission.js';
import type { RemoteMedia } from './remote-media.js';
import type { Circuits } from '../routing/circuits.js';
import type { CompiledSettings } from './settings.js';

/** Time limits of upstream calls in milliseconds. */
export interface CallTimes {
  /** From sending a streamed request to the first event that means something. */
  firstTokenMs: number;
  /** Between two pieces of a stream. */
  idleMs: number;
  /** For a whole answer that does not stream; 0 = none. */
  wholeMs: number;
}

/** What attempts need from outside. */
export interface AttemptHouse {
  upstream: UpstreamClient;
  times: CallTimes;
  media: RemoteMedia;
  settings: { readonly current: CompiledSettings };
  /** Milliseconds to the first word of a stream, while another channel could be asked. */
  firstTokenMs(channel: RoutableChannel): number;
  /** Sets a broken channel aside; called without waiting. */
  disable(channelId: number, reason: string): void;
  /** Sets one of several keys of a channel aside; called without waiting. */
  disableKey(channelId: number, keyIndex: number, reason: string): void;
  circuits: Circuits;
  /** The same for keys of channels that have several. */
  keyCircuits: Circuits<string>;
  admission: Admission;
  ledger: Pick<LedgerGate, 'extend'>;
}
