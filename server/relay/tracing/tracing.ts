import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { within } from '../../core/deadline.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { RepeatedWarnings } from '../../core/repeated-warnings.js';
import { OptionsService } from '../../options/options.service.js';
import type { RequestTracer } from '../pipeline/request-trace.js';
import type { RunningTracing } from './provider.js';
import { isTraced } from './switch.js';

/** How long a stopping process waits for its last spans, milliseconds. */
const FLUSH_MS = 3000;

/** Traces of relay requests, off by default. The packages are loaded only where the operator has set up a collector. */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  /** Undefined where tracing is off. */
  tracer: RequestTracer | undefined;
  private running: RunningTracing | undefined;
  private readonly logger = new Logger('Tracing');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly options: OptionsService,
  ) {}

  /** Call this before requests are accepted; processes that serve none do not. */
  async start(): Promise<void> {
    const { isOn, problem } = isTraced(this.env);
    if (problem) this.logger.warn(`tracing is off: ${problem}`);
    if (!isOn) return;
    const { startTracing } = await import('./provider.js');
    const warnings = new RepeatedWarnings(this.logger);
    this.running = startTracing(
      {
        capturesContents: this.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
        quotaPerUsd: () => this.options.get('QuotaPerUnit'),
      },
      { failed: (message) => warnings.warn(message), succeeded: () => warnings.clear() },
    );
    this.tracer = this.running.tracer;
    this.logger.log('spans of requests are exported');
  }

  async onApplicationShutdown(): Promise<void> {
    this.tracer = undefined;
    await within(this.running?.stop() ?? Promise.resolve(), FLUSH_MS, 'the collector').catch(
      (error: unknown) => this.logger.warn(`the last spans are lost: ${String(error)}`),
    );
  }
}
