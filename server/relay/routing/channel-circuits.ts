import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { UpstreamFailure } from '../../dialects/canonical/failure.js';
import { mapModel } from '../pipeline/model-mapping.js';
import { Circuits } from './circuits.js';

/** What routing asks, for one model. */
export interface CircuitView {
  /** Is there any channel to leave alone? Lets the usual request skip every other question. */
  readonly anyOpen: boolean;
  /** May the channel be asked? True also for the one request that probes it. */
  closed(channel: RoutableChannel): boolean;
  /** A request goes to the channel: while it probes an open circuit, no other does. */
  asked(channel: RoutableChannel): void;
}

/**
 * Circuits of channels, by the upstream's name of the model: providers limit and break by model, so the other models of a
 * channel go on. Trouble with the address or the account counts for the channel as a whole.
 */
export class ChannelCircuits {
  private readonly circuits: Circuits<string>;

  constructor(now?: () => number) {
    this.circuits = new Circuits(now);
  }

  /** @param model as the client named it */
  forModel(model: string): CircuitView {
    return new ModelCircuits(this.circuits, model, true);
  }

  /** For requests that ask for no answer: they prove nothing, so an open circuit's one probe is not theirs. */
  looking(model: string): CircuitView {
    return new ModelCircuits(this.circuits, model, false);
  }

  /** Has the channel, or the model there, failed since it last worked? @param model the upstream's name */
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

  asked(channel: RoutableChannel): void {
    if (!this.probes || !this.circuits.anyOpen) return;
    this.circuits.asked(wholeName(channel.id));
    this.circuits.asked(this.nameOf(channel));
  }

  private nameOf({ id, modelMapping }: RoutableChannel): string {
    try {
      return modelName(id, mapModel(modelMapping, this.model));
    } catch {
      // A mapping that runs in a circle is reported when the channel is asked.
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

/** A refused key or an address that cannot be reached is the same for all models. */
function isOfWholeChannel({ status, connection }: UpstreamFailure): boolean {
  return status === 401 || connection === 'unreachable';
}
