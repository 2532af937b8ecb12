import { diag, DiagLogLevel } from '@opentelemetry/api';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { hostname } from 'node:os';
import type { RequestTracer } from '../pipeline/request-trace.js';
import { version } from '../../core/version.js';
import { ATTRIBUTES, SCHEMA_URL } from './conventions.js';
import { Spans, type SpanOptions } from './spans.js';

/** What is loaded only where tracing is on. */
export interface RunningTracing {
  readonly tracer: RequestTracer;
  /** Sends the spans that wait. */
  stop(): Promise<void>;
}

/** Where problems of the export are reported. */
export interface ExportReport {
  failed(message: string): void;
  succeeded(): void;
}

/**
 * Starts the SDK, which reads the standard variables itself:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/. Spans wait in a bounded queue and are
 * exported in batches beside the requests; what does not fit is dropped.
 */
export function startTracing(options: SpanOptions, report: ExportReport): RunningTracing {
  // Of the number of dropped spans and of invalid variables. Numbers differ each time, so that they would not count as repeated.
  const warn = (message: string) => report.failed(message.replaceAll(/\d+/g, 'some'));
  const quiet = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const own = {
    [ATTRIBUTES.serviceName]: 'tollgate',
    [ATTRIBUTES.serviceVersion]: version,
    [ATTRIBUTES.serviceInstance]: `${hostname()}:${process.pid}`,
  };
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new ReportingExporter(new OTLPTraceExporter(), report))],
  });
  return {
    tracer: new Spans(provider.getTracer('tollgate', version, { schemaUrl: SCHEMA_URL }), options),
    stop: () => provider.shutdown(),
  };
}

/** Reports how exports end, in place of the SDK, which would write a line for each. */
class ReportingExporter implements SpanExporter {
  constructor(
    private readonly exporter: SpanExporter,
    private readonly report: ExportReport,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, ({ code, error }) => {
      if (code === ExportResultCode.SUCCESS) this.report.succeeded();
      else this.report.failed(`spans are not exported: ${error?.message ?? 'the collector refused them'}`);
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }
}
