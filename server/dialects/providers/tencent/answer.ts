import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * A response, or a chunk, in OpenAI's format. Whole responses are wrapped in `Response`; errors are in `Response.Error`,
 * with status 200 and as JSON even where a stream was requested, or in `ErrorMsg` of a chunk.
 */
export function normalize(body: UnknownRecord, streamed: boolean): UnknownRecord {
  const sent = isRecord(body.Response) ? body.Response : body;
  const error = isRecord(sent.Error) ? sent.Error : sent.ErrorMsg;
  if (isRecord(error))
    return { error: { message: text(error.Msg) || text(error.Message), code: error.Code } };
  return {
    id: sent.Id,
    created: sent.Created,
    choices: list(sent.Choices).map((choice, index) => choiceOf(record(choice), index, streamed)),
    usage: usageOf(sent.Usage),
    search_info: searchInfo(sent.SearchInfo),
  };
}

/** The results of its search, if the request enables it with `EnableSearchInfo`. */
function searchInfo(info: unknown): object | undefined {
  if (!isRecord(info)) return undefined;
  return {
    search_results: list(info.SearchResults).map((result) => {
      const { Index, Title, Url } = record(result);
      return { index: Index, title: Title, url: Url };
    }),
  };
}

function choiceOf(choice: UnknownRecord, index: number, streamed: boolean): object {
  const message = messageOf(record(streamed ? choice.Delta : choice.Message));
  const finish = text(choice.FinishReason);
  return {
    index: choice.Index ?? index,
    finish_reason: finish === '' ? null : finish,
    [streamed ? 'delta' : 'message']: message,
  };
}

function messageOf({ Role, Content, ReasoningContent, ToolCalls }: UnknownRecord): object {
  const calls = list(ToolCalls).map((call) => {
    const { Id, Index, Function: called } = record(call);
    const { Name, Arguments } = record(called);
    return { id: Id, index: Index, type: 'function', function: { name: Name, arguments: Arguments } };
  });
  return {
    role: Role,
    content: Content,
    reasoning_content: ReasoningContent,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Every chunk reports the usage so far. */
function usageOf(usage: unknown): object | undefined {
  if (!isRecord(usage)) return undefined;
  const { PromptTokens, CompletionTokens, TotalTokens, ...rest } = usage;
  return {
    ...rest,
    prompt_tokens: PromptTokens,
    completion_tokens: CompletionTokens,
    total_tokens: TotalTokens,
  };
}

/** Status and consequences by the code, most of which come with status 200 (https://cloud.tencent.com/document/api/1729/101842). */
const CODES: readonly (readonly [RegExp, Partial<UpstreamFailure>])[] = [
  [/^(?:AuthFailure|UnauthorizedOperation)/, { status: 401, retryable: true, disables: true }],
  [
    /^(?:ResourceInsufficient|FailedOperation\.(?:ResourcePackExhausted|ServiceNotActivated|ServiceStop\w*))/,
    { status: 403, retryable: true, disables: true },
  ],
  [/^(?:LimitExceeded|RequestLimitExceeded)/, { status: 429, retryable: true }],
  [
    /^(?:InvalidParameter|MissingParameter|UnsupportedOperation|UnknownParameter)/,
    { status: 400, retryable: false },
  ],
  [/^(?:FailedOperation\.Engine|InternalError)/, { status: 500, retryable: true }],
];

export function adjustFailure(failure: UpstreamFailure): UpstreamFailure {
  const adjusted = CODES.find(([pattern]) => pattern.test(failure.code))?.[1];
  return adjusted ? { ...failure, ...adjusted } : failure;
}
