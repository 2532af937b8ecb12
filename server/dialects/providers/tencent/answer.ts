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
