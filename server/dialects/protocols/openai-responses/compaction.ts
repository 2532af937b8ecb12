import type { CanonicalChat, CanonicalTurn } from '../../canonical/chat.js';
import type { CanonicalEvent, CanonicalResponse } from '../../canonical/events.js';
import { textTurns } from '../../canonical/conversation/text-turns.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import type { ClientError, RenderContext, StreamRenderer } from '../protocol.js';
import { responseError } from './errors.js';
import { EventWriter } from './event-writer.js';
import { ending, ResponseFrame } from './response.js';
import { renderUsage } from './usage.js';

/**
 * Compactions of conversations on channels without this protocol: the channel's model writes a summary, and the client gets
 * it as a `compaction` item, encrypted by the gateway (https://platform.openai.com/docs/guides/compaction).
 */
const PROMPT = `The conversation above is about to be replaced by your answer, so that it fits into the context of the model that continues it. Write the summary from which that model can go on without having seen the conversation.

Keep, as far as they occur:
- what the user wants, with every requirement, preference and correction, in the user's words where the wording matters
- what has been done so far, with its results: files and their paths, commands, names, numbers, addresses, error messages
- decisions and the reasons for them, and approaches that failed
- what is unfinished, what was to be done next, and questions that are open

Tool calls and their results appear as text; keep what they showed, not their form. State only what the conversation contains. Write the summary alone, without an introduction, and do not continue the work.`;

/** Begins the user turn that a compaction is replaced by. */
const HEADING = 'Summary of the conversation so far:\n';

/** Bytes of the newest messages of the user that stay beside a compaction, as JSON. */
const MAX_KEPT_BYTES = 80 * 1024;

const NO_SUMMARY: ClientError = {
  status: 502,
  message: 'the model wrote no summary',
  code: 'empty_answer',
  kind: 'upstream_error',
};

const TRIGGER = 'compaction_trigger';

/** The request as one for a summary, without tools: calls and results become text. */
export function summaryRequest(chat: CanonicalChat): CanonicalChat {
  const turns = textTurns(chat.turns).map(({ role, text: shown, media }): CanonicalTurn => ({
    role,
    parts: [...media, ...(shown === '' ? [] : [{ type: 'text' as const, text: shown }])],
  }));
  const prompt = { type: 'text' as const, text: PROMPT };
  const last = turns.at(-1);
  if (last?.role === 'user') last.parts.push(prompt);
  else turns.push({ role: 'user', parts: [prompt] });
  const { toolChoice: _choice, parallelTools: _parallel, responseFormat: _format, ...rest } = chat;
  return { ...rest, turns, tools: [] };
}

/** Whether the last item of the input asks for a compaction instead of a response. */
export function asksForCompaction(request: Buffer | undefined): boolean {
  if (!request?.includes(`"${TRIGGER}"`)) return false;
  return record(inputOf(request).at(-1)).type === TRIGGER;
}

/** The item of the conversation that a compaction of this gateway stands for. */
export function summaryItem(summary: string): UnknownRecord {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text: HEADING + summary }] };
}

/** The response of `POST /v1/responses/compact`: the newest messages of the user, then the compaction. */
export function renderCompaction(answer: CanonicalResponse, context: RenderContext): object {
  const { id } = new ResponseFrame(answer, context, {});
  const retained = retainedMessages(context.request).map((message, at) => ({
    id: `msg_${id.slice('resp_'.length)}_${at}`,
    ...message,
    status: 'completed',
  }));
  return {
    id,
    object: 'response.compaction',
    created_at: context.createdAt,
    output: [...retained, compactionItem(id, textOf(answer), context)],
    usage: renderUsage(answer.usage ?? { ...noUsage(), input: context.inputTokens }),
  };
}

/** The response to a request that ends with a trigger: the compaction is its only item. */
export function renderTriggered(answer: CanonicalResponse, context: RenderContext): object {
  const frame = new ResponseFrame(answer, context);
  return frame.show({
    ...ending(answer.finish),
    output: [compactionItem(frame.id, textOf(answer), context)],
    usage: answer.usage ?? { ...noUsage(), input: context.inputTokens },
  });
}

/** Streams the response to such a request. The item is complete when it begins, because its content is encrypted. */
export class CompactionRenderer implements StreamRenderer {
  private readonly events = new EventWriter();
  private frame: ResponseFrame | undefined;
  private summary = '';
  private finish: CanonicalResponse['finish'] = { reason: 'stop' };

  constructor(private readonly context: RenderContext) {}

  event(event: CanonicalEvent): string {
    if (event.type === 'start') return this.started(event);
    if (event.type === 'text-delta') this.summary += event.text;
    else if (event.type === 'finish') this.finish = event;
    return '';
  }

  end(usage: Usage): string {
    // A compaction replaces the conversation, so one without a summary would lose it.
    if (this.summary.trim() === '') return this.failed(NO_SUMMARY);
    const opened = this.started({ id: '', model: '' });
    const item = compactionItem(this.id, this.summary, this.context);
    const { status, incompleteReason } = ending(this.finish);
    return (
      opened +
      this.events.write('response.output_item.added', { output_index: 0, item }) +
      this.events.write('response.output_item.done', { output_index: 0, item }) +
      this.events.write(`response.${status}`, {
        response: this.frame?.show({ status, incompleteReason, output: [item], usage }),
      })
    );
  }

  whole(usage: Usage): object {
    this.frame ??= new ResponseFrame({ id: '', model: '' }, this.context);
    const output = [compactionItem(this.id, this.summary, this.context)];
    return this.frame.show({ ...ending(this.finish), output, usage });
  }

  failed(error: ClientError): string {
    const opened = this.started({ id: '', model: '' });
    const response = this.frame?.show({ status: 'failed', output: [], error: responseError(error) });
    return opened + this.events.write('response.failed', { response });
  }

  private get id(): string {
    return this.frame?.id ?? '';
  }

  private started(answer: { id: string; model: string }): string {
    if (this.frame) return '';
    this.frame = new ResponseFrame(answer, this.context);
    const response = this.frame.show({ status: 'in_progress', output: [] });
    return (
      this.events.write('response.created', { response }) +
      this.events.write('response.in_progress', { response })
    );
  }
}

function compactionItem(responseId: string, summary: string, { seal }: RenderContext): object {
  if (!seal) throw new Error('a compaction was rendered without means to encrypt it');
  return {
    id: `cmp_${responseId.slice('resp_'.length)}`,
    type: 'compaction',
    encrypted_content: seal(summary),
  };
}

function textOf({ parts }: CanonicalResponse): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The newest messages of the user, without earlier summaries. */
function retainedMessages(request: Buffer | undefined): UnknownRecord[] {
  const retained: UnknownRecord[] = [];
  let bytes = 0;
  for (const item of inputOf(request).toReversed()) {
    const message = userMessage(item);
    if (!message) continue;
    bytes += Buffer.byteLength(JSON.stringify(message));
    if (bytes > MAX_KEPT_BYTES) break;
    retained.unshift(message);
  }
  return retained;
}

function userMessage(item: unknown): UnknownRecord | undefined {
  if (!isRecord(item) || item.role !== 'user' || (item.type ?? 'message') !== 'message') return undefined;
  const content =
    typeof item.content === 'string' ? [{ type: 'input_text', text: item.content }] : list(item.content);
  if (content.length === 0 || text(record(content[0]).text).startsWith(HEADING)) return undefined;
  return { type: 'message', role: 'user', content };
}

function inputOf(request: Buffer | undefined): readonly unknown[] {
  const object = request && scanObject(request);
  const member = object?.find('input');
  const input = member && object?.value(member);
  return typeof input === 'string' ? [{ role: 'user', content: input }] : list(input);
}
