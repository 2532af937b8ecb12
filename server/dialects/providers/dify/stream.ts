import type { CanonicalEvent } from '../../canonical/events.js';
import { estimateTokens } from '../../canonical/estimate.js';
import { brokenOff } from '../../canonical/finish.js';
import { isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../../kit/provider.js';
import { eventError, failedRun, pausedRun } from './errors.js';
import { ThoughtSplitter } from '../../canonical/thought-splitter.js';
import { readTokens, sum, usageOf, type ModelTokens } from './usage.js';

/** Creates a reader for one stream: the `event` member of the data tells what it is; `ping` has no data. */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new EventReader();
  return ({ data }) => reader.read(parseRecord(data));
}

/** Reads the events of chats, agents, completions and workflows. */
export class EventReader {
  private started = false;
  private readonly thoughts = new ThoughtSplitter();
  /** Estimated tokens of the visible text. */
  private visible = 0;
  /** Tokens that the nodes of a workflow have reported. */
  private nodes: ModelTokens | undefined;
  private wasReplaced = false;

  read(event: UnknownRecord): CanonicalEvent[] {
    return [...this.start(event), ...this.events(event)];
  }

  private start({
    conversation_id: conversation,
    message_id: message,
    ...event
  }: UnknownRecord): CanonicalEvent[] {
    if (this.started || event.event === 'error') return [];
    this.started = true;
    const id = text(conversation) || text(message) || text(event.workflow_run_id) || text(event.task_id);
    return [{ type: 'start', id, model: '' }];
  }

  private events(event: UnknownRecord): CanonicalEvent[] {
    const data = record(event.data);
    switch (event.event) {
      case 'message':
      case 'agent_message':
        return this.said(text(event.answer));
      case 'text_chunk':
        return this.said(text(data.text));
      case 'reasoning_chunk':
        return data.reasoning ? [{ type: 'reasoning-delta', text: text(data.reasoning) }] : [];
      case 'message_file':
        return this.file(event);
      case 'message_replace':
        return this.replaced(text(event.answer));
      case 'message_end':
        return [
          ...sourcesOf(record(event.metadata)),
          ...this.end(readTokens(record(event.metadata).usage) ?? this.nodes),
          { type: 'done' },
        ];
      case 'workflow_finished':
        return this.finished(data, 'message_id' in event);
      case 'workflow_paused':
      case 'human_input_required':
        return [{ type: 'error', failure: pausedRun() }];
      case 'node_finished':
        this.nodes = sum(this.nodes, nodeTokens(data));
        return [{ type: 'working' }];
      case 'error':
        return [{ type: 'error', failure: eventError(event) }];
      // Steps of agents and workflows, and speech.
      default:
        return [{ type: 'working' }];
    }
  }

  private said(piece: string): CanonicalEvent[] {
    if (piece === '') return [];
    this.visible += estimateTokens(piece);
    return this.thoughts.push(piece);
  }

  /** Images that tools made; uploads of the user are reported as well. */
  private file({ type, belongs_to: owner, url }: UnknownRecord): CanonicalEvent[] {
    if (type !== 'image' || owner === 'user' || text(url) === '') return [];
    return this.said(`\n![image](${text(url)})\n`);
  }

  /** Moderation replaces the answer. What was sent cannot be taken back, so the replacement follows it. */
  private replaced(answer: string): CanonicalEvent[] {
    this.wasReplaced = true;
    return this.said(this.visible > 0 ? `\n\n${answer}` : answer);
  }

  /** @param isChat a message follows or precedes, which ends the answer */
  private finished(run: UnknownRecord, isChat: boolean): CanonicalEvent[] {
    const { status } = run;
    if (status === 'failed') return [{ type: 'error', failure: failedRun(run) }];
    if (status === 'paused') return [{ type: 'error', failure: pausedRun() }];
    if (isChat && status !== 'stopped') return [];
    const events = this.visible === 0 ? this.said(outputText(run.outputs)) : [];
    const total = readTokens({ total_tokens: run.total_tokens });
    const tokens = this.nodes
      ? { ...this.nodes, total: Math.max(this.nodes.total, total?.total ?? 0) }
      : total;
    return [...events, ...this.end(tokens, text(status))];
  }

  private end(tokens: ModelTokens | undefined, status = ''): CanonicalEvent[] {
    const ended: CanonicalEvent[] = [
      ...this.thoughts.end(),
      ...(tokens ? [{ type: 'usage' as const, usage: usageOf(tokens, this.visible) }] : []),
    ];
    if (this.wasReplaced) return [...ended, { type: 'finish', reason: 'content-filter' }];
    // A user of Dify stopped the run, or it reached its time limit.
    if (status === 'stopped') return [...ended, { type: 'error', failure: brokenOff(status) }];
    return [...ended, { type: 'finish', reason: 'stop' }];
  }
}

/** Passages of the app's knowledge base that the response is based on; its text does not refer to them. */
function sourcesOf({ retriever_resources: resources }: UnknownRecord): CanonicalEvent[] {
  return list(resources).flatMap((resource): CanonicalEvent[] => {
    const { document_id: document, document_name: name, content } = record(resource);
    const id = text(document) || text(name);
    if (id === '') return [];
    const title = text(name);
    const citation = {
      file: { id, name: title },
      ...(title !== '' && { title }),
      ...(text(content) !== '' && { citedText: text(content) }),
    };
    return [{ type: 'citation', citation }];
  });
}

/** Nodes that call models report tokens among their outputs, older versions only in `process_data`. */
function nodeTokens({ outputs, process_data: process }: UnknownRecord): ModelTokens | undefined {
  return readTokens(record(outputs).usage) ?? readTokens(record(process).usage);
}

/** The text of a workflow that did not stream: its only text output, else all outputs as JSON. */
function outputText(outputs: unknown): string {
  if (!isRecord(outputs)) return '';
  const values = Object.values(outputs).filter((value) => value !== null && value !== undefined);
  const texts = values.filter((value): value is string => typeof value === 'string');
  if (texts.length === 1 && texts[0] !== undefined) return texts[0];
  return values.length > 0 ? JSON.stringify(outputs) : '';
}
