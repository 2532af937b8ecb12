import { Controller, Get, Post } from '@nestjs/common';
import { z } from 'zod';
import { usageEventsResponse, type UsageEventsResponse } from '../../contract/resources/usage-events.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { StreamPlacesRepository } from '../../notifications/event-streams/stream-places.repository.js';
import { OptionsService } from '../../options/options.service.js';
import { receiverOf } from './usage-receiver.js';
import { UsageStreamRepository } from './usage-stream.repository.js';

/** Refused events that are listed. */
const LISTED = 50;

@Controller('api/usage-events')
export class UsageEventsController {
  constructor(
    private readonly stream: UsageStreamRepository,
    private readonly places: StreamPlacesRepository,
    private readonly options: OptionsService,
  ) {}

  /** How far the usage events are delivered, and which were refused. */
  @Get()
  @Requires('root')
  @ApiResponse(usageEventsResponse)
  async state(): Promise<UsageEventsResponse> {
    const state = await this.places.state('ledger');
    const figures = await this.stream.figures();
    const letters = await this.stream.deadLetters(LISTED);
    return {
      enabled: receiverOf(this.options) !== undefined,
      position: state?.position ?? 0,
      delivered: state?.events ?? 0,
      delivered_at: state?.deliveredAt ?? 0,
      waiting_seconds: Math.round(figures?.waitingSeconds ?? 0),
      failures: state?.failures ?? 0,
      failed_at: state?.failedAt ?? 0,
      last_error: state?.lastError ?? '',
      due_at: state?.dueAt ?? 0,
      refused: figures?.refused ?? 0,
      refused_events: letters.map(({ eventId, error, refusedAt, isDue }) => ({
        id: eventId,
        error,
        refused_at: refusedAt,
        sending: isDue,
      })),
    };
  }

  /** Sends everything that waits or was refused with the next run of a worker. */
  @Post('retry')
  @Requires('root')
  @ApiResponse(z.int().describe('Refused events that are sent again.'))
  retry(): Promise<number> {
    return this.stream.sendAgain();
  }
}
