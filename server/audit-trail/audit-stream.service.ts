import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SealsRepository } from '../audit/seals/seals.repository.js';
import { installationId } from '../core/redis/installation.js';
import { RepeatedWarnings } from '../core/repeated-warnings.js';
import { EventReceiver, waitAfter, type Receiver } from '../notifications/event-streams/event-receiver.js';
import { StreamPlacesRepository } from '../notifications/event-streams/stream-places.repository.js';
import { OptionsService } from '../options/options.service.js';
import { eventsOf } from './audit-event.js';

const STREAM = 'audit';
/** Seals that are read at a time; each one is a call. */
const BATCH = 20;
/** How long one run may send, milliseconds; the next one continues. */
const RUN_MS = 20_000;

/** The receiver of the audit log; undefined where none is set up. */
export function auditReceiverOf(options: Pick<OptionsService, 'get'>): Receiver | undefined {
  const url = options.get('AuditStreamUrl');
  if (url === '') return undefined;
  return { url, secret: options.get('AuditStreamSecret'), token: options.get('AuditStreamToken') };
}

/**
 * Sends the audit log to the operator's receiver: what is sealed, one call for the rows of a seal and the seal, each at least once and
 * in their order. Nothing is skipped: whatever a receiver answers but 2xx, it gets the same call again.
 */
@Injectable()
export class AuditStream implements BeforeApplicationShutdown {
  private readonly warnings = new RepeatedWarnings(new Logger('Audit'));
  private installation: string | undefined;
  private isStopping = false;

  constructor(
    private readonly options: OptionsService,
    private readonly places: StreamPlacesRepository,
    private readonly seals: SealsRepository,
    private readonly receiver: EventReceiver,
    private readonly database: DataSource,
  ) {}

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** Sends what is due. @returns the number of events that were delivered */
  async deliver(): Promise<number> {
    const receiver = auditReceiverOf(this.options);
    if (!receiver) return 0;
    const state = await this.places.state(STREAM);
    if (!state) {
      await this.places.begin(STREAM, (await this.seals.last())?.id ?? 0);
      return 0;
    }
    if (state.dueAt > Date.now() / 1000) return 0;
    const installation = (this.installation ??= await installationId(this.database));
    const until = Date.now() + RUN_MS;
    let [from, delivered] = [state.position, 0];
    for (;;) {
      const seals = await this.seals.sealsAfter(this.database.manager, from, BATCH);
      for (const seal of seals) {
        if (Date.now() >= until || this.isStopping) return delivered;
        const rows = await this.seals.rowsBetween(
          this.database.manager,
          seal.firstId - 1,
          seal.lastId,
          seal.rows,
        );
        const events = eventsOf(seal, rows, installation);
        const bodies = events.map((event) => JSON.stringify(event));
        const receipt = await this.receiver.send(receiver, bodies, `audit-${seal.id}`);
        if (receipt.kind !== 'delivered') {
          this.warnings.warn(`the stream of the audit log waits: the receiver ${receipt.error}`);
          const afterSeconds = receipt.kind === 'failed' ? receipt.afterSeconds : 0;
          await this.places.failed(STREAM, receipt.error, waitAfter(state.failures, afterSeconds));
          return delivered;
        }
        this.warnings.clear();
        if (!(await this.places.advance(STREAM, from, seal.id, events.length))) return delivered;
        from = seal.id;
        delivered += events.length;
      }
      if (seals.length < BATCH) return delivered;
    }
  }
}
