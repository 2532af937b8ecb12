import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { Hold } from '../../billing/ledger/ledger.types.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import { definitionOf } from '../../dialects/providers/registry.js';
import { OutputText } from '../pipeline/answer/output-text.js';
import type { Answer, Attempt, AttemptResult } from '../pipeline/attempt/attempt-result.js';
import type { FailingRequest } from '../pipeline/failed-request.js';
import type { RequestTrace, TracedAnswer, TracedCall } from '../pipeline/request-trace.js';
import type { Settled } from '../pipeline/settle/settle.js';
import type { Authenticated, ParsedRequest } from '../pipeline/stages.js';
import { MAX_CONTENT, tracedInput, tracedOutput, type TracedInput } from './contents.js';
import { ATTRIBUTES, providerName } from './conventions.js';
import { routeOf } from './route.js';

/** Milliseconds after the end of the response in which a request is settled. */
const ABANDONED_MS = 60_000;

/** Creates spans. */
export interface SpanFactory {
  /** Whether the texts of conversations are attributes. */
  readonly capturesContents: boolean;
  /** @param startedAt Unix milliseconds; undefined: now */
  start(
    name: string,
    kind: SpanKind,
    parent: Context,
    startedAt: number | undefined,
    attributes: Attributes,
  ): Span;
  /** The headers that continue a trace: https://www.w3.org/TR/trace-context/ */
  headersOf(context: Context): Record<string, string>;
  usdOf(quota: number): number;
}

/** The spans of one request: itself, its hold, each attempt with the call of its provider, and its settlement. */
export class RequestSpans implements RequestTrace {
  output: OutputText | undefined;
  private readonly span: Span;
  private readonly context: Context;
  private input: TracedInput | undefined;
  private hold: Span | undefined;
  private attempt: Span | undefined;
  private attemptContext: Context;
  private call: Span | undefined;
  private settlement: Span | undefined;
  private attempts = 0;
  private channelType = 0;
  private maxTokens: number | undefined;
  private isOver = false;

  constructor(
    private readonly spans: SpanFactory,
    private readonly request: Authenticated,
    parent: Context,
    private readonly operation: string,
  ) {
    const { exchange, caller } = request;
    const { token } = caller;
    const route = exchange.route ?? routeOf(exchange.path);
    const method = exchange.request.method ?? 'POST';
    this.span = spans.start(`${method} ${route}`, SpanKind.SERVER, parent, exchange.startedAt, {
      [ATTRIBUTES.method]: method,
      [ATTRIBUTES.route]: route,
      [ATTRIBUTES.operation]: operation,
      [ATTRIBUTES.requestId]: exchange.requestId,
      [ATTRIBUTES.userId]: token.user.id,
      [ATTRIBUTES.tokenId]: token.id,
      [ATTRIBUTES.tokenName]: token.name,
    });
    this.context = this.attemptContext = trace.setSpan(parent, this.span);
    // The last resort for requests that a defect stopped: others end by `ended` or `rejected`, also after their client left.
    exchange.response.once('close', () => setTimeout(() => this.close(undefined), ABANDONED_MS).unref());
  }

  parsed({ params }: Pick<ParsedRequest, 'params'>): void {
    this.maxTokens = params.maxTokens || undefined;
    this.span.setAttributes({ [ATTRIBUTES.requestModel]: params.model, [ATTRIBUTES.stream]: params.stream });
  }

  holding(): void {
    this.hold = this.child('hold');
  }

  held({ amount }: Hold): void {
    this.hold?.setAttribute(ATTRIBUTES.held, amount).end();
    this.hold = undefined;
  }

  attempting({ request, channel, key }: Attempt): void {
    this.attempts++;
    this.channelType = channel.type;
    this.attempt = this.child('attempt', {
      [ATTRIBUTES.attemptNumber]: this.attempts,
      [ATTRIBUTES.channelId]: channel.id,
      [ATTRIBUTES.channelName]: channel.name,
      [ATTRIBUTES.keyIndex]: key.index,
      [ATTRIBUTES.group]: request.plan.group,
    });
    this.attemptContext = trace.setSpan(this.context, this.attempt);
    if (this.spans.capturesContents && this.attempt.isRecording()) this.output = new OutputText(MAX_CONTENT);
  }

  calling<Call extends TracedCall>(call: Call, upstreamModel: string): Call {
    const attributes: Attributes = {
      [ATTRIBUTES.operation]: this.operation,
      [ATTRIBUTES.provider]: providerName(definitionOf(this.channelType)?.id),
      [ATTRIBUTES.requestModel]: upstreamModel,
      [ATTRIBUTES.method]: call.method ?? 'GET',
      ...serverOf(call.url),
      ...(this.maxTokens !== undefined && { [ATTRIBUTES.maxTokens]: this.maxTokens }),
    };
    const name = `${this.operation} ${upstreamModel}`;
    this.call = this.spans.start(name, SpanKind.CLIENT, this.attemptContext, undefined, attributes);
    const context = trace.setSpan(this.attemptContext, this.call);
    return { ...call, headers: { ...call.headers, ...this.spans.headersOf(context) } };
  }

  responded(status: number): void {
    this.call?.setAttribute(ATTRIBUTES.status, status);
    this.call?.addEvent('response');
  }

  attempted(result: AttemptResult<unknown>): void {
    const { attempt, call } = this;
    this.attempt = this.call = undefined;
    attempt?.setAttribute(ATTRIBUTES.attemptResult, result.kind);
    const answer = result.kind === 'answered' ? (result.answer as Partial<Answer> | undefined) : undefined;
    const problem = answer ? answer.problem : 'problem' in result ? result.problem : undefined;
    const outcome = answer ? answer.outcome : 'outcome' in result ? result.outcome : undefined;
    if (call) {
      if (outcome?.usage) call.setAttributes(usageAttributes(outcome.usage));
      if (outcome?.answerId) call.setAttribute(ATTRIBUTES.responseId, outcome.answerId);
      this.addContents(call, answer?.ending === 'complete');
      finish(call, problem);
    }
    if (attempt) finish(attempt, problem);
    this.output = undefined;
  }

  settling(): void {
    this.settlement = this.child('settle');
  }

  settled({ quota, defect }: Pick<Settled, 'quota' | 'defect'>): void {
    const { settlement } = this;
    this.settlement = undefined;
    settlement?.setAttribute(ATTRIBUTES.quota, quota);
    if (settlement) finish(settlement, defect);
  }

  ended(
    { ending, problem, outcome }: TracedAnswer,
    { usage, quota, defect }: Pick<Settled, 'usage' | 'quota' | 'defect'>,
  ): void {
    this.span.setAttributes({
      [ATTRIBUTES.ending]: ending,
      [ATTRIBUTES.quota]: quota,
      [ATTRIBUTES.costUsd]: this.spans.usdOf(quota),
      ...(usage && usageAttributes(usage)),
      ...(outcome?.firstDataMs !== undefined && { [ATTRIBUTES.firstDataMs]: outcome.firstDataMs }),
    });
    this.close(problem ?? defect);
  }

  rejected({ params, plan }: FailingRequest, problem: unknown): void {
    if (params) this.span.setAttribute(ATTRIBUTES.requestModel, params.model);
    if (plan) this.span.setAttribute(ATTRIBUTES.group, plan.group);
    if (this.hold) finish(this.hold, problem);
    this.hold = undefined;
    this.close(problem);
  }

  private close(problem: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const open of [this.hold, this.call, this.attempt, this.settlement]) open?.end();
    const { response } = this.request.exchange;
    // Tasks are answered after they were stored. The connection of a session is no response any more.
    const isUnsent = !response.headersSent && response.socket !== null && !response.destroyed;
    if (isUnsent) response.once('close', () => this.finish(problem));
    else this.finish(problem);
  }

  private finish(problem: unknown): void {
    const { response } = this.request.exchange;
    this.span.setAttribute(ATTRIBUTES.attempts, this.attempts);
    if (response.headersSent) this.span.setAttribute(ATTRIBUTES.status, response.statusCode);
    finish(this.span, problem);
  }

  private child(name: string, attributes: Attributes = {}): Span {
    return this.spans.start(name, SpanKind.INTERNAL, this.context, undefined, attributes);
  }

  private addContents(call: Span, isComplete: boolean): void {
    const { output } = this;
    if (!output) return;
    const { exchange } = this.request;
    // Operations other than conversations have contents of many kinds, which are not traced.
    if (exchange.operation || exchange.serves) return;
    try {
      this.input ??= tracedInput(exchange.protocol.parse(exchange.body, exchange.path));
      const { messages, instructions } = this.input;
      call.setAttribute(ATTRIBUTES.inputMessages, messages);
      if (instructions !== undefined) call.setAttribute(ATTRIBUTES.instructions, instructions);
    } catch {
      // Bodies that only a provider of the same protocol can read have no contents in the trace.
    }
    call.setAttribute(ATTRIBUTES.outputMessages, tracedOutput(output, isComplete));
  }
}

/** Ends a span, with the error if there is one. */
function finish(span: Span, problem: unknown): void {
  if (problem === undefined) span.end();
  else finishWith(span, errorType(problem));
}

/** The text of a provider may quote the prompt, so that only a code is sent. */
export function finishWith(span: Span, type: string): void {
  span
    .setAttribute(ATTRIBUTES.errorType, type)
    .setStatus({ code: SpanStatusCode.ERROR, message: type })
    .end();
}

/** A code of few values: the gateway's own, or the status of the provider. */
export function errorType(problem: unknown): string {
  if (problem instanceof ApiError) return problem.code;
  if (problem instanceof UpstreamError) return problem.failure.text ?? String(problem.failure.status);
  return 'internal_error';
}

function usageAttributes(usage: Usage): Attributes {
  return {
    [ATTRIBUTES.inputTokens]: inputTotal(usage),
    [ATTRIBUTES.cacheReadTokens]: cacheReadTotal(usage),
    [ATTRIBUTES.cacheWriteTokens]: usage.cacheWrite5m + usage.cacheWrite1h,
    [ATTRIBUTES.outputTokens]: outputTotal(usage),
  };
}

/** Host and port of an address; nothing of its path and query, which may hold a key. */
function serverOf(url: string): Attributes {
  try {
    const { hostname, port, protocol } = new URL(url);
    const usual = protocol === 'https:' || protocol === 'wss:' ? 443 : 80;
    return {
      [ATTRIBUTES.serverAddress]: hostname,
      [ATTRIBUTES.serverPort]: port === '' ? usual : Number(port),
    };
  } catch {
    return {};
  }
}
