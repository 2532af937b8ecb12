import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RepeatedWarnings } from '../../core/repeated-warnings.js';
import { installationId } from '../../core/redis/installation.js';
import { TableFenceRepository } from '../../core/postgres/table-fence.repository.js';
import { EventReceiver, waitAfter, type Receiver } from '../../notifications/event-streams/event-receiver.js';
import { StreamPlacesRepository } from '../../notifications/event-streams/stream-places.repository.js';
import { OptionsService } from '../../options/options.service.js';
import { usageEvent, type UsageEvent } from './usage-event.js';
import { batchId, receiverOf } from './usage-receiver.js';
import { UsageStreamRepository } from './usage-stream.repository.js';

/** Events of one call; fewer after some were refused, until the one that is to blame is found. */
const BATCH = 500;
/** How long one run may send, milliseconds; the next one continues. */
const RUN_MS = 20_000;
/** Name of the stream. */
const STREAM = 'ledger';
/** Refused events that one run sends again. */
const LETTERS = 100;

/**
 * Delivers the charges, corrections and refunds of the ledger to the operator's receiver, each at least once and in the order of
 * their ids. The place is stored after a batch was accepted: a worker that dies in between sends it again, with the same ids.
 */
@Injectable()
export class UsageEvents implements BeforeApplicationShutdown {
  private readonly warnings = new RepeatedWarnings(new Logger('UsageEvents'));
  private installation: string | undefined;
  private isStopping = false;

  constructor(
    private readonly options: OptionsService,
    private readonly stream: UsageStreamRepository,
    private readonly places: StreamPlacesRepository,
    private readonly fence: TableFenceRepository,
    private readonly receiver: EventReceiver,
    private readonly database: DataSource,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** Sends what is due. @returns the number of events that were delivered */
  async deliver(): Promise<number> {
    const receiver = receiverOf(this.options);
    if (!receiver) return 0;
    const state = await this.places.state(STREAM);
    if (state && state.dueAt > Date.now() / 1000) return 0;
    const end = await this.fence.completeTo('ledger_entries');
    if (end === undefined) return 0;
    if (!state) {
      await this.places.begin(STREAM, end);
      return 0;
    }
    const again = await this.sendLetters(receiver);
    return again + (await this.sendAfter(state.position, end, state.failures, receiver));
  }

  private async sendAfter(
    position: number,
    end: number,
    failures: number,
    receiver: Receiver,
  ): Promise<number> {
    const until = Date.now() + RUN_MS;
    let delivered = 0;
    let size = BATCH;
    let from = position;
    while (from < end && Date.now() < until && !this.isStopping) {
      const events = await this.eventsAfter(from, end, size);
      // Entries that are no events follow.
      const to = events.length < size ? end : (events.at(-1)?.data.position ?? end);
      if (events.length === 0) {
        await this.places.advance(STREAM, from, to, 0);
        break;
      }
      const receipt = await this.receiver.send(receiver, events.map(textOf), batchId(events));
      if (receipt.kind === 'failed') {
        this.warnings.warn(`usage events wait: the receiver ${receipt.error}`);
        await this.places.failed(STREAM, receipt.error, waitAfter(failures, receipt.afterSeconds));
        return delivered;
      }
      if (receipt.kind === 'refused') {
        const [only] = events;
        if (events.length > 1 || !only) {
          size = Math.ceil(events.length / 2);
          continue;
        }
        this.warnings.warn(`a usage event was refused and is kept: the receiver ${receipt.error}`);
        if (!(await this.stream.giveUp(from, only, receipt.error))) break;
        from = only.data.position;
        size = BATCH;
        continue;
      }
      this.warnings.clear();
      if (!(await this.places.advance(STREAM, from, to, events.length))) break;
      from = to;
      delivered += events.length;
      size = Math.min(size * 2, BATCH);
    }
    return delivered;
  }

  private async sendLetters(receiver: Receiver): Promise<number> {
    let delivered = 0;
    for (const letter of await this.stream.dueLetters(LETTERS)) {
      if (this.isStopping) break;
      const receipt = await this.receiver.send(receiver, [letter.event], `usage-${letter.entryId}`);
      if (receipt.kind === 'delivered') {
        await this.stream.delivered(letter);
        delivered++;
      } else if (receipt.kind === 'refused') await this.stream.refusedAgain(letter, receipt.error);
      else break;
    }
    return delivered;
  }

  private async eventsAfter(position: number, end: number, most: number): Promise<UsageEvent[]> {
    const installation = (this.installation ??= await installationId(this.database));
    const quotaPerUsd = this.options.get('QuotaPerUnit');
    const entries = await this.stream.entries(position, end, most);
    return entries.map((entry) => usageEvent(entry, installation, quotaPerUsd));
  }
}

const textOf = (event: UsageEvent): string => JSON.stringify(event);
