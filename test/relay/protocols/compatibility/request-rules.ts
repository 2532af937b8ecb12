import { isDeepStrictEqual } from 'node:util';
import type { TextRule } from '../../../../server/dialects/canonical/accepted-text.js';
import {
  compatibleRules,
  modelFamilies,
} from '../../../../server/dialects/providers/openai/compatible-rules.js';
import { definitions } from '../../../../server/dialects/providers/registry.js';
import type { ChatRules } from '../../../../server/dialects/providers/rules/chat-rules.js';

const INTRODUCTION = `Requests in another protocol than the provider's are fitted to what the provider documents
(\`server/dialects/providers/rules\`). Bodies that pass because client and provider use the same protocol keep their bytes, except
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
  rejectedMembers: ({ names }) =>
    `messages lose the members ${names.map((name) => `\`${name}\``).join(', ')}`,
  instructions: ({ place }) =>
    place === 'anywhere'
      ? 'instructions in the middle are kept; elsewhere they become text of the user'
      : 'instructions in the middle become text of the user, also where bodies pass',
  sameRole: () => 'consecutive turns of one role are joined',
  firstTurn: () => 'a turn of the user stands before an assistant who begins',
  userAfterResults: () => 'a short turn of the assistant stands between tool results and the user',
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
};

/** The rules of all providers as a list, with their pages. */
export function requestRules(): string {
  const lines = [`- Every provider compatible with OpenAI: ${textOf(compatibleRules)}`];
  for (const { models, rules } of modelFamilies)
    lines.push(`- Models named \`${models.source}\` there: ${textOf(rules)}`);
  for (const { id, type, api } of definitions) {
    for (const codec of [api?.chat, api?.viaResponses]) {
      const of = codec?.rules;
      if (!of) continue;
      const name = `${id} (${type})${codec === api?.viaResponses ? ' through Responses' : ''}`;
      const own = textOf(of(''), compatibleRules);
      if (own !== '') lines.push(`- ${name}: ${own}`);
      for (const { models, rules } of of.differences ?? [])
        if (!modelFamilies.some((family) => family.models === models) && textOf(rules) !== '')
          lines.push(`- ${name}, models named \`${models.source}\`: ${textOf(rules)}`);
    }
  }
  return `${INTRODUCTION}\n\n${lines.join('\n')}`;
}

/** What is done about rules that are not among the usual ones. */
function textOf(rules: ChatRules, usual: ChatRules = {}): string {
  const texts = (Object.keys(DONE) as (keyof ChatRules)[]).flatMap((name) => {
    const rule = rules[name];
    if (!rule || isDeepStrictEqual(rule, usual[name])) return [];
    const done = DONE[name] as (rule: object) => string;
    return [`${done(rule)} ([page](${rule.source}))`];
  });
  return texts.join('; ');
}
