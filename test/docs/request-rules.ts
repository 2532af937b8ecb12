import { isDeepStrictEqual } from 'node:util';
import type { TextRule } from '../../server/dialects/canonical/conversation/accepted-text.js';
import { compatibleRules, modelFamilies } from '../../server/dialects/kit/openai/compatible-rules.js';
import type { ProviderDefinition } from '../../server/dialects/kit/define-provider.js';
import type { ChatRules } from '../../server/dialects/kit/rules/chat-rules.js';

const INTRODUCTION = `Requests in another protocol than the provider's are fitted to what the provider documents
(\`server/dialects/kit/rules\`). Bodies that pass because client and provider use the same protocol keep their bytes, except
that the role \`developer\` is renamed for providers that do not document it, and that instructions are moved, an assistant's
message is inserted, tool use is described and a forced tool choice is left to the model, each only where the provider is known
to reject the request otherwise.`;

function lengthOf({ minLength, maxLength }: TextRule): string {
  if (maxLength === undefined) return '';
  return minLength === maxLength ? `exactly ${maxLength}` : `up to ${maxLength}`;
}

function accepted(rule: TextRule): string {
  const { characters, first } = rule;
  const of = characters === undefined ? 'characters' : `\`${characters}\``;
  return `${lengthOf(rule)} ${of}${first === undefined ? '' : `, beginning with \`${first}\``}`.trim();
}

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** What is done about each rule. */
const DONE: { readonly [R in keyof ChatRules]-?: (rule: NonNullable<ChatRules[R]>) => string } = {
  toolName: (rule) =>
    `names of tools: ${accepted(rule)}; others are renamed, and calls come back under the client's names`,
  callId: (rule) => `ids of calls: ${accepted(rule)}; others are hashed`,
  uniqueCallIds: () => 'calls whose id an earlier call has get another one, and their results with them',
  userId: (rule) => `ids of users: ${accepted(rule)}; others are hashed`,
  metadata: (rule) =>
    `metadata: ${rule.maxPairs} pairs, names of ${rule.maxNameLength} and values of ${rule.maxValueLength} characters; more is cut`,
  schemaName: (rule) => `names of schemas: ${accepted(rule)}; others are replaced`,
  developerRole: () => 'the role `developer` is kept; elsewhere it becomes `system`',
  rejectedMembers: ({ names }) => `messages lose the members ${listed(names)}`,
  instructions: ({ place }) =>
    place === 'anywhere'
      ? 'instructions in the middle are kept; elsewhere they become text of the user'
      : 'instructions in the middle become text of the user, also where bodies pass',
  sameRole: () => 'consecutive turns of one role are joined',
  firstTurn: () => 'a turn of the user stands before an assistant who begins',
  userAfterResults: () => 'a short turn of the assistant stands between tool results and the user',
  answerImages: () =>
    'images of earlier responses stay in the turns of the assistant; elsewhere they are left out',
  googleOptions: () =>
    '`extra_body.google`, `google` and `image_config` of Chat Completions are sent; elsewhere they are refused by name',
  usageMember: () => '`usage`, which asks for the cost of a request, is sent; elsewhere it is removed',
  noTools: () => 'tools are left out; calls and results of the history become text',
  forcedTools: ({ rejected }) =>
    rejected === 'always'
      ? 'a forced tool choice is left to the model'
      : 'a forced tool choice turns thinking off, or is left to the model if the client asked for thinking',
  strict: () => '`strict` is left out where the schema is not strict in the sense of OpenAI',
  jsonOutput: ({ takes }) =>
    takes === 'object'
      ? 'a JSON schema becomes JSON mode with an instruction, also where bodies pass'
      : 'JSON mode becomes an instruction, also where bodies pass',
  earlierReasoning: ({ sent, member = 'reasoning_content', required }) => {
    const where = sent === 'text-with-tools' ? ' in messages with tool calls' : '';
    const what =
      sent === 'details'
        ? 'its own reasoning is sent back as `reasoning_details`'
        : `reasoning of earlier turns is sent as \`${member}\`${where}`;
    if (!required) return what;
    const filled =
      required === 'with-calls' ? 'messages with tool calls' : 'messages of conversations with tools';
    return `${what}; ${filled} get a blank one where it is missing and the model thinks, also where bodies pass`;
  },
  toolsWithJson: () => 'structured output becomes an instruction where there are tools',
  options: ({ names }) =>
    `members of the body other than ${listed([...names])} are removed, also where bodies pass`,
  rejectedOptions: ({ names }) => `${listed(names)} are removed, also where bodies pass`,
  outputLimit: ({ name }) => `the output limit is sent as \`${name}\`, also where bodies pass`,
  ranges: ({ of }) =>
    `${Object.entries(of)
      .map(([name, [least, most]]) => `\`${name}\` from ${least} to ${most}`)
      .join(', ')}: values outside become the nearest one, also where bodies pass`,
  thinkingSwitch: ({ form }) =>
    ({
      type: 'thinking is switched off by `thinking: {type: "disabled"}`',
      enable: 'thinking is switched by `enable_thinking` and limited by `thinking_budget`',
      reasoning: 'thinking is switched off and limited by `reasoning`',
      template: 'thinking is switched off by `chat_template_kwargs: {enable_thinking: false}`',
    })[form],
  efforts: ({ words }) =>
    words.length === 0
      ? '`reasoning_effort` is removed, also where bodies pass'
      : `efforts: ${listed(words)}; others become the nearest one, also where bodies pass`,
};

/** Rules that hold for many providers, and where those of a single one are. */
export function requestRules(): string {
  const lines = [`- Every provider compatible with OpenAI: ${joined(factsOf(compatibleRules))}`];
  for (const { models, rules } of modelFamilies)
    lines.push(`- Models named \`${models.source}\` there: ${joined(factsOf(rules))}`);
  return `${INTRODUCTION}\n\n${lines.join('\n')}\n\nWhat differs at one provider: [docs/providers](providers/README.md).`;
}

/** What a provider accepts, as a sentence with its page. */
export interface Fact {
  readonly text: string;
  readonly source: string;
}

/** Facts of a provider that are not those of every provider compatible with OpenAI, by the models they hold for. */
export function providerRules({
  api,
}: ProviderDefinition): { readonly title: string; readonly facts: Fact[] }[] {
  const found: { title: string; facts: Fact[] }[] = [];
  for (const codec of [api?.chat, api?.viaResponses]) {
    const of = codec?.rules;
    if (!of) continue;
    const through = codec === api?.viaResponses ? ' through the Responses API' : '';
    found.push({ title: `All models${through}`, facts: factsOf(of(''), compatibleRules) });
    for (const { models, rules } of of.differences ?? [])
      if (!modelFamilies.some((family) => family.models === models))
        found.push({ title: `Models named \`${models.source}\`${through}`, facts: factsOf(rules) });
  }
  return found.filter(({ facts }) => facts.length > 0);
}

/** What is done about rules that are not among the usual ones. */
function factsOf(rules: ChatRules, usual: ChatRules = {}): Fact[] {
  return (Object.keys(DONE) as (keyof ChatRules)[]).flatMap((name) => {
    const rule = rules[name];
    if (!rule || isDeepStrictEqual(rule, usual[name])) return [];
    const done = DONE[name] as (rule: object) => string;
    return [{ text: done(rule), source: rule.source }];
  });
}

const joined = (facts: readonly Fact[]) =>
  facts.map(({ text, source }) => `${text} ([page](${source}))`).join('; ');
