import type { CanonicalResponse } from '../../canonical/events.js';
import type { Usage } from '../../canonical/usage.js';
import { scanObject } from '../../json/scan.js';
import type { RenderContext } from '../protocol.js';
import { clientTools, type ClientTool } from './namespaces.js';
import { renderUsage } from './usage.js';

/** What an answer repeats of its request, and says where the request said nothing. */
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

/** Read from the request's bytes; members with the value null count as absent. */
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

/** What of a response changes while it is made. */
export interface Progress {
  status: Status;
  output: readonly object[];
  usage?: Usage;
  error?: object;
  incompleteReason?: string;
}

/** The response object around what was produced. */
export class ResponseFrame {
  readonly id: string;
  /** Tools that the client calls otherwise than the provider, by the provider's name. */
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

  /** Ids of items are the response's, with the prefix clients know their kind by. */
  itemId(prefix: ItemPrefix, index: number): string {
    return `${prefix}_${this.id.slice('resp_'.length)}_${index}`;
  }
}

/** Of messages, thoughts, function calls and calls of custom tools. */
export type ItemPrefix = 'msg' | 'rs' | 'fc' | 'ctc';

/** Clients tell kinds of ids by their prefix. */
function responseId(id: string, { createdAt }: RenderContext): string {
  if (id.startsWith('resp_')) return id;
  return `resp_${id || createdAt}`;
}

/** How a finished answer is called: why it is not whole, where it is not. */
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
