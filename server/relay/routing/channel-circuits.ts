import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import { mapModel } from '../pipeline/attempt/model-mapping.js';
import { Circuits } from './circuits.js';

/** The circuits of all channels as seen by routing, for one model. */
export interface CircuitView {
  /** Whether any circuit is open; if not, requests skip all other checks. */
  readonly anyOpen: boolean;
  /** Whether the channel may be called. Also true for the one request that probes an open circuit. */
  closed(channel: RoutableChannel): boolean;
  /** Records that a request is sent to the channel. While it probes an open circuit, no other request does. */
  requestSent(channel: RoutableChannel): void;
}

/**
 * Circuit breakers per channel and upstream model name: providers limit and fail per model, so the other models of a
 * channel stay available. Failures of the address or the account count for the whole channel.
 */
export class ChannelCircuits {
  private readonly circuits: Circuits<string>;

  constructor(now?: () => number) {
    this.circuits = new Circuits(now);
  }

  /** The channels that are set aside now, as a whole or for some models; one entry for each circuit. */
  get open(): { readonly channelId: number; readonly isWhole: boolean }[] {
    return this.circuits.open.map((name) => {
      const [id = '', ...model] = name.split(' ');
      return { channelId: Number(id), isWhole: model.length === 0 };
    });
  }

  /** @param model the client's name for it */
  forModel(model: string): CircuitView {
    return new ModelCircuits(this.circuits, model, true);
  }

  /**
   * For requests that generate no response, such as token counting: they do not prove that a channel works, so they do
   * not use up the probe of an open circuit.
   */
  withoutProbe(model: string): CircuitView {
    return new ModelCircuits(this.circuits, model, false);
  }

  /** Whether the channel, or the model on it, failed since its last success. @param model the upstream's name */
  failing({ id }: RoutableChannel, model: string): boolean {
    return this.circuits.failing(wholeName(id)) || this.circuits.failing(modelName(id, model));
  }

  /** @param model the upstream's name */
  succeeded({ id }: RoutableChannel, model: string): void {
    if (this.circuits.size === 0) return;
    this.circuits.succeeded(wholeName(id));
    this.circuits.succeeded(modelName(id, model));
  }

  /** @param model the upstream's name */
  failed({ id }: RoutableChannel, model: string, failure: UpstreamFailure): void {
    this.circuits.failed(isOfWholeChannel(failure) ? wholeName(id) : modelName(id, model), failure);
  }
}

class ModelCircuits implements CircuitView {
  constructor(
    private readonly circuits: Circuits<string>,
    private readonly model: string,
    private readonly probes: boolean,
  ) {}

  get anyOpen(): boolean {
    return this.circuits.anyOpen;
  }

  closed(channel: RoutableChannel): boolean {
    return this.circuits.closed(wholeName(channel.id)) && this.circuits.closed(this.nameOf(channel));
  }

  requestSent(channel: RoutableChannel): void {
    if (!this.probes || !this.circuits.anyOpen) return;
    this.circuits.requestSent(wholeName(channel.id));
    this.circuits.requestSent(this.nameOf(channel));
  }

  private nameOf({ id, modelMapping }: RoutableChannel): string {
    try {
      return modelName(id, mapModel(modelMapping, this.model));
    } catch {
      // A cyclic mapping is reported when the channel is called.
      return wholeName(id);
    }
  }
}

function wholeName(channelId: number): string {
  return String(channelId);
}

function modelName(channelId: number, model: string): string {
  return `${channelId} ${model}`;
}

/** A rejected key or an unreachable address affects all models of the channel. */
function isOfWholeChannel({ status, connection }: UpstreamFailure): boolean {
  return status === 401 || connection === 'unreachable';
}
