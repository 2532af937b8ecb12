import type { Documented, TextRule } from '../../canonical/conversation/accepted-text.js';

/**
 * What a provider accepts in chat requests. Requests that are translated for it are fitted to these rules (`fit-chat.ts`). Its
 * strict test double has the limits from the documentation and does not read them here. An absent rule is no limit. Each rule
 * names the page that documents it.
 */
export interface ChatRules {
  /** Names of tools: in definitions, choices and calls. */
  readonly toolName?: TextRule;
  /** Ids of tool calls and of their results. */
  readonly callId?: TextRule;
  /** Whether every call of a conversation must have an id of its own. */
  readonly uniqueCallIds?: Documented;
  /** Ids of end users: `user`, `safety_identifier`, `metadata.user_id`. */
  readonly userId?: TextRule;
  /** The client's own metadata: number of pairs, lengths of names and values. */
  readonly metadata?: MetadataRule;
  /** Names of the schemas of structured output. */
  readonly schemaName?: TextRule;
  /** Whether it supports the role `developer`. Absent: it does not; instructions are sent as `system`. */
  readonly developerRole?: Documented;
  /** Members of messages that clients may send in this protocol and the provider rejects: they are removed. */
  readonly rejectedMembers?: Documented & { readonly names: readonly string[] };
  /**
   * Where instructions may stand. `anywhere`: at every position between turns. `first`: the provider rejects them elsewhere.
   * Absent: not documented; translated requests have them first, and requests that are passed through are not changed.
   */
  readonly instructions?: Documented & { readonly place: 'anywhere' | 'first' };
  /** Whether consecutive turns of one role must be joined. */
  readonly sameRole?: Documented & { readonly must: 'be-joined' };
  /** Whether the first turn must be the user's. */
  readonly firstTurn?: Documented & { readonly must: 'be-users' };
  /** Whether a user's turn may not directly follow tool results: a short turn of the assistant is put between them. */
  readonly userAfterResults?: Documented & { readonly needs: 'assistant-between' };
  /** Turns of the assistant may have images, which a model made. Absent: those of earlier responses are left out. */
  readonly answerImages?: Documented;
  /** It has Google's own options. Absent: requests with them are refused. */
  readonly googleOptions?: Documented;
  /** It has the member `usage`, which asks for the cost of a request (`requestedCost`). Absent: it is not sent. */
  readonly usageMember?: Documented;
  /** It has no tools: calls and results of the history are sent as text, and tools are left out. */
  readonly noTools?: Documented;
  /** When it rejects a tool choice that forces a call (`required`, or a named tool): always, or while the model thinks. */
  readonly forcedTools?: Documented & { readonly rejected: 'always' | 'while-thinking' };
  /** Which schemas may be marked as strict: `closed` are those of `isStrictSchema`. Absent: any. */
  readonly strict?: Documented & { readonly schemas: 'closed' };
  /** Which form of structured output it takes: the other one becomes an instruction. Absent: both. */
  readonly jsonOutput?: Documented & { readonly takes: 'object' | 'schema' };
  /** Whether it rejects tools together with structured output. */
  readonly toolsWithJson?: Documented & { readonly rejected: true };
  /** Members of the body that it has, where it rejects all others or ignores them: they are removed. */
  readonly options?: Documented & { readonly names: ReadonlySet<string> };
  /** Members of the body that it rejects: they are removed. */
  readonly rejectedOptions?: Documented & { readonly names: readonly string[] };
  /** The only name under which it accepts the output limit: the other name is replaced. Absent: it accepts both. */
  readonly outputLimit?: Documented & { readonly name: OutputLimitName };
  /** Least and greatest values of numbers in the body: a value outside becomes the nearest one inside. */
  readonly ranges?: Documented & {
    readonly of: Readonly<Record<string, readonly [least: number, most: number]>>;
  };
  /**
   * How the thinking of models that think by default is switched off, or limited, where that is not `reasoning_effort` alone.
   * - `type`: `thinking: {type: 'disabled'}`; efforts are passed on, or become `thinking: {type: 'enabled'}` where the model
   *   has none
   * - `enable`: `enable_thinking` and `thinking_budget`, in tokens; efforts are unknown
   * - `reasoning`: `reasoning: {effort: 'none'}` and `reasoning: {max_tokens}`
   * - `template`: `chat_template_kwargs: {enable_thinking: false}`; efforts are passed on
   */
  readonly thinkingSwitch?: Documented & { readonly form: 'type' | 'enable' | 'reasoning' | 'template' };
  /** Values of reasoning_effort, weakest first: others become the nearest one. Empty: the member is removed. */
  readonly efforts?: Documented & { readonly words: readonly string[] };
  /** How it takes the reasoning of earlier turns. Absent: not documented; translated requests are sent without it. */
  readonly earlierReasoning?: ReasoningRule;
}

export interface ReasoningRule extends Documented {
  /**
   * As text in messages of the assistant, as text in those with tool calls, or as `reasoning_details`, which have signatures and
   * are accepted by their provider only.
   */
  readonly sent: 'text' | 'text-with-tools' | 'details';
  /** Name of the member with the text; absent: `reasoning_content`. */
  readonly member?: 'reasoning';
  /**
   * Messages of the assistant that it rejects without reasoning while the model thinks: those with tool calls, or all of them in
   * conversations with tools. Absent: none.
   */
  readonly required?: 'with-calls' | 'in-tool-use';
  /** The model thinks only on request, and reasoning is required only then. Absent: it thinks unless that is switched off. */
  readonly thinks?: 'on-request';
}

export type OutputLimitName = 'max_tokens' | 'max_completion_tokens';

export interface MetadataRule extends Documented {
  readonly maxPairs: number;
  readonly maxNameLength: number;
  readonly maxValueLength: number;
}

/** The rules for a model, by its upstream name. */
export interface RulesOf {
  (model: string): ChatRules;
  /** Models whose rules differ from those of all others. */
  readonly differences?: readonly ModelRule[];
}

/** Models with rules of their own. */
export interface ModelRule {
  readonly models: RegExp;
  readonly rules: ChatRules;
}

/**
 * The rules of a provider: what holds for all of its models, and what differs for some. Where several entries match a model,
 * later ones replace rules of earlier ones. The same object is returned for all models with the same rules.
 */
export function rulesTable(base: ChatRules, ...differences: readonly ModelRule[]): RulesOf {
  const made = new Map<string, ChatRules>();
  let latest: { readonly model: string; readonly rules: ChatRules } | undefined;
  const rulesOf = (model: string): ChatRules => {
    // Used several times per request.
    if (latest?.model !== model) latest = { model, rules: merged(model) };
    return latest.rules;
  };
  const merged = (model: string): ChatRules => {
    const matching = differences.filter(({ models }) => models.test(model));
    if (matching.length === 0) return base;
    const key = matching.map((entry) => differences.indexOf(entry)).join();
    const before = made.get(key);
    if (before) return before;
    const rules: ChatRules = Object.assign({}, base, ...matching.map((entry) => entry.rules));
    made.set(key, rules);
    return rules;
  };
  return Object.assign(rulesOf, { differences });
}
