import type { CanonicalResponse } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import { scanObject } from '../../json/scan.js';
import type { RenderContext } from '../protocol.js';
import { clientTools, type ClientTool } from './namespaces.js';
import { renderUsage } from './usage.js';

/** Request fields that a response repeats, with the values used for fields absent from the request. */
const echoed: Readonly<Record<string, unknown>> = {
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: true,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  user: null,
  metadata: {},
};

/**
 * The request fields that a response repeats, read from the request's bytes. Members with the value null count as absent.
 */
export function echo(request: Buffer | undefined): Readonly<Record<string, unknown>> {
  if (!request) return echoed;
  const object = scanObject(request);
  return Object.fromEntries(
    Object.entries(echoed).map(([name, otherwise]) => {
      const member = object.find(name);
      return [name, (member && object.value(member)) ?? otherwise];
    }),
  );
}

export type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed';

/** The fields of a response that change while it is produced. */
export interface Progress {
  status: Status;
  output: readonly object[];
  usage?: Usage;
  error?: object;
  incompleteReason?: string;
}

/** Builds the response object around the output. */
export class ResponseFrame {
  readonly id: string;
  /** Tools that have a different name or type for the client than for the provider, by the provider's name. */
  readonly clientTools: ReadonlyMap<string, ClientTool>;
  private readonly model: string;

  constructor(
    answer: { id: string; model: string },
    private readonly context: RenderContext,
    private readonly echoes = echo(context.request),
  ) {
    this.id = context.storedAs ?? responseId(answer.id, context);
    this.clientTools = clientTools(context.request);
    this.model = answer.model || context.model;
  }

  show({ status, output, usage, error, incompleteReason }: Progress): object {
    const { createdAt, storedAs, continued } = this.context;
    return {
      id: this.id,
      object: 'response',
      created_at: createdAt,
      status,
      background: false,
      error: error ?? null,
      incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
      model: this.model,
      output,
      previous_response_id: continued ?? null,
      store: storedAs !== undefined,
      ...this.echoes,
      usage: usage ? renderUsage(usage) : null,
    };
  }

  /** Item ids consist of the response id and the prefix by which clients recognise their kind. */
  itemId(prefix: ItemPrefix, index: number): string {
    return `${prefix}_${this.id.slice('resp_'.length)}_${index}`;
  }
}

/** Messages, reasoning, function calls and calls of custom tools. */
export type ItemPrefix = 'msg' | 'rs' | 'fc' | 'ctc';

/** Clients recognise the kind of an id by its prefix. */
function responseId(id: string, { createdAt }: RenderContext): string {
  if (id.startsWith('resp_')) return id;
  return `resp_${id || createdAt}`;
}

/** The status of a finished response, with the reason if it is incomplete. */
export function ending({
  reason,
}: CanonicalResponse['finish']): Pick<Progress, 'status' | 'incompleteReason'> {
  switch (reason) {
    case 'length':
      return { status: 'incomplete', incompleteReason: 'max_output_tokens' };
    case 'content-filter':
      return { status: 'incomplete', incompleteReason: 'content_filter' };
    default:
      return { status: 'completed' };
  }
}
