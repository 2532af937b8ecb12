import { once } from 'node:events';
import protobuf from 'protobufjs';
import { LoopbackServer } from './loopback-server.js';

/**
 * The messages of a traces export, with the field numbers of
 * https://github.com/open-telemetry/opentelemetry-proto/blob/v1.7.0/opentelemetry/proto/trace/v1/trace.proto
 */
const { root } = protobuf.parse(
  `syntax = "proto3";
  message Export { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; string schema_url = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; Status status = 15;
  }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }`,
);
const Export = root.lookupType('Export');

type Value = string | number | boolean;
interface KeyValue {
  key: string;
  value: Readonly<Record<string, Value>>;
}

export interface CollectedSpan {
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** '' = none. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly attributes: Readonly<Record<string, Value>>;
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number;
  readonly ms: number;
  readonly resource: Readonly<Record<string, Value>>;
  readonly schemaUrl: string;
}

/** A collector of OpenTelemetry that accepts traces by OTLP over HTTP with protobuf. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  /** Headers of the last export. */
  headers: NodeJS.Dict<string | string[]> = {};
  /** `accept`, or how it fails. */
  mode: 'accept' | 'refuse' | 'hang' = 'accept';
  exports = 0;

  private constructor(private server: LoopbackServer | undefined) {}

  static async start(): Promise<OtlpCollector> {
    const collector = new OtlpCollector(undefined);
    collector.server = await LoopbackServer.start(async (request, response) => {
      collector.exports++;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(request, 'end');
      if (collector.mode === 'hang') return;
      if (collector.mode === 'refuse') return void response.writeHead(400).end();
      collector.headers = request.headers;
      if (request.url !== '/v1/traces') throw new Error(`exported to ${request.url}`);
      collector.add(Buffer.concat(chunks));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
    return collector;
  }

  get url(): string {
    return this.server!.url;
  }

  close(): Promise<void> {
    return this.server!.close();
  }

  /** Spans of the request with this id, parents first. */
  ofRequest(id: string): CollectedSpan[] {
    const own = this.spans.find(({ attributes }) => attributes['tollgate.request.id'] === id);
    return this.spans.filter(({ traceId }) => traceId === own?.traceId);
  }

  private add(bytes: Buffer): void {
    const { resourceSpans } = Export.toObject(Export.decode(bytes), {
      longs: Number,
      defaults: true,
      arrays: true,
      oneofs: false,
    }) as { resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: ScopeSpans[] }[] };
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { spans, schemaUrl } of scopeSpans)
        for (const span of spans)
          this.spans.push({
            name: span.name,
            kind: span.kind,
            traceId: Buffer.from(span.traceId).toString('hex'),
            spanId: Buffer.from(span.spanId).toString('hex'),
            parentSpanId: Buffer.from(span.parentSpanId).toString('hex'),
            traceState: span.traceState,
            attributes: values(span.attributes),
            status: span.status?.code ?? 0,
            ms: (span.endTimeUnixNano - span.startTimeUnixNano) / 1e6,
            resource: values(resource.attributes),
            schemaUrl,
          });
  }
}

interface ScopeSpans {
  schemaUrl: string;
  spans: {
    name: string;
    kind: number;
    traceId: Uint8Array;
    spanId: Uint8Array;
    parentSpanId: Uint8Array;
    traceState: string;
    attributes: KeyValue[];
    status: { code: number } | null;
    startTimeUnixNano: number;
    endTimeUnixNano: number;
  }[];
}

function values(attributes: readonly KeyValue[]): Record<string, Value> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));
}
