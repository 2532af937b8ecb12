import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { IncomingHttpHeaders } from 'node:http';
import { describeProblem } from '../pipeline/client/client-error.js';
import type { RefusedExchange, RequestTrace, RequestTracer } from '../pipeline/request-trace.js';
import type { Authenticated } from '../pipeline/stages.js';
import { ATTRIBUTES, operationOf } from './conventions.js';
import { errorType, finishWith, RequestSpans, type SpanFactory } from './request-spans.js';
import { routeOf } from './route.js';

export interface SpanOptions {
  /** Whether the texts of conversations are attributes. */
  readonly capturesContents: boolean;
  /** Quota units of a US dollar. */
  quotaPerUsd(): number;
}

const propagator = new W3CTraceContextPropagator();

/** Creates spans of requests, as children of the clients' spans. Contexts are passed on by hand: nothing is instrumented. */
export class Spans implements RequestTracer, SpanFactory {
  constructor(
    private readonly tracer: Tracer,
    private readonly options: SpanOptions,
  ) {}

  get capturesContents(): boolean {
    return this.options.capturesContents;
  }

  begin(request: Authenticated, operation = operationOf(request.exchange)): RequestTrace {
    return new RequestSpans(this, request, contextOf(request.exchange.request.headers), operation);
  }

  refused(exchange: RefusedExchange, problem: unknown): void {
    const { path, startedAt, requestId, request, errorForm } = exchange;
    const route = routeOf(path);
    const method = request?.method ?? 'POST';
    const span = this.start(`${method} ${route}`, SpanKind.SERVER, contextOf(request?.headers), startedAt, {
      [ATTRIBUTES.method]: method,
      [ATTRIBUTES.route]: route,
      [ATTRIBUTES.requestId]: requestId,
      [ATTRIBUTES.status]: describeProblem(problem, errorForm.language).status,
    });
    finishWith(span, errorType(problem));
  }

  start(
    name: string,
    kind: SpanKind,
    parent: Context,
    startedAt: number | undefined,
    attributes: Attributes,
  ): Span {
    return this.tracer.startSpan(
      name,
      { kind, attributes, ...(startedAt !== undefined && { startTime: startedAt }) },
      parent,
    );
  }

  headersOf(context: Context): Record<string, string> {
    const headers: Record<string, string> = {};
    propagator.inject(context, headers, defaultTextMapSetter);
    return headers;
  }

  usdOf(quota: number): number {
    return quota / this.options.quotaPerUsd();
  }
}

function contextOf(headers: IncomingHttpHeaders | undefined): Context {
  return headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT;
}
