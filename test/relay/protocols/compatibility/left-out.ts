import * as messages from '../../../../server/dialects/protocols/anthropic-messages/block-table.js';
import * as gemini from '../../../../server/dialects/protocols/gemini/part-table.js';
import * as chat from '../../../../server/dialects/protocols/openai-chat/native-only.js';
import { ITEMS } from '../../../../server/dialects/protocols/openai-responses/item-table.js';
import * as responses from '../../../../server/dialects/protocols/openai-responses/native-only.js';

interface Tables {
  readonly client: string;
  /** How each kind of content is translated, if the protocol has content that only its provider understands. */
  readonly content: Readonly<Record<string, string>>;
  /** Members of a request and tools that cannot be translated. */
  readonly refused: readonly string[];
  readonly tools: ReadonlySet<string>;
}

const TABLES: readonly Tables[] = [
  {
    client: 'openai-chat',
    content: {},
    refused: [
      ...chat.NATIVE_MEMBERS,
      ...chat.NATIVE_OF_ASSISTANT.map((name) => `messages[].${name}`),
      'n',
      'modalities',
      'file.file_id',
    ],
    tools: chat.NATIVE_TOOLS,
  },
  {
    client: 'openai-responses',
    content: ITEMS,
    refused: [...responses.NATIVE_MEMBERS, 'file_id'],
    tools: responses.NATIVE_TOOLS,
  },
  {
    client: 'anthropic-messages',
    content: messages.BLOCKS,
    refused: [...messages.NATIVE_MEMBERS, 'inference_geo', 'source.file_id'],
    tools: messages.NATIVE_TOOLS,
  },
  {
    client: 'gemini',
    content: gemini.PARTS,
    refused: [...gemini.NATIVE_MEMBERS, 'fileData.fileUri', 'candidateCount', 'responseModalities'],
    tools: gemini.NATIVE_TOOLS,
  },
];

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ') || '–';

const contentThatIs = ({ content }: Tables, treatment: string): string[] =>
  Object.keys(content).filter((name) => content[name] === treatment);

const row = (tables: Tables): string => {
  const { client, refused, tools } = tables;
  return `| ${client} | ${code(contentThatIs(tables, 'left-out'))} | ${code(contentThatIs(tables, 'marker'))} | ${code([...refused, ...contentThatIs(tables, 'refused')])} | ${code([...tools])} |`;
};

/** What is lost on channels of another protocol, from the tables of the code. */
export const leftOut = [
  '## What is left out, and what is refused',
  "On channels of another protocol than the client's. Refused requests get a 400 `unsupported_parameter` that names the place; before that, a channel with the client's own protocol is tried. Content of a kind that no table lists becomes text if all of it is text, and is refused by name otherwise. Left out on purpose are the steps of a provider's own tools in the history of a conversation, whose outcome is in the text of the answer; the provider's other tools (search, code execution and the like) where a request merely offers them; and settings of one provider, such as safety settings, labels and context management.",
  `| Client | Left out of the history | Replaced by a note | Refused | Refused tools |\n| --- | --- | --- | --- | --- |\n${TABLES.map(row).join('\n')}`,
].join('\n\n');
