import { isJson, items, json, type Json, show } from './violations.js';
import { plainAnswer, type ScriptedAnswer, type ScriptedTool } from '../scripted-answer.js';

/** A task for an agent: run a shell command, write a file, send a final message. */
export interface AgentTask {
  /** Part of the prompt, so that the provider can match a request to its task. */
  readonly id: string;
  /** The agent's working directory. */
  readonly directory: string;
}

export const promptOf = (task: AgentTask): string =>
  `[${task.id}] Run a shell command that writes ran.txt, then create wrote.txt, then say you are finished.`;
export const lastFrames = (task: AgentTask): string => `FINISHED-${task.id}`;
/** Final content of both files. */
export const contentOf = (task: AgentTask): string => `proof-${task.id}`;

/** What a scripted model reads of a request, independent of the protocol. */
export interface RequestView {
  readonly tools: readonly OfferedTool[];
  /** Number of tool results since the last user message. */
  readonly results: number;
  readonly thinks: boolean;
}

export interface OfferedTool {
  readonly name: string;
  readonly schema: Json;
  readonly namespace?: string;
}

const SHELLS = ['Bash', 'bash', 'shell_command', 'exec_command', 'shell', 'run_shell_command'];
const WRITERS = ['Write', 'write', 'write_file'];

/** The response of a well-behaved model in this turn. */
export function answerFor(
  view: RequestView,
  task: AgentTask | undefined,
  ids: () => string,
): Partial<ScriptedAnswer> {
  const thoughts = view.thinks ? { reasoning: ['I think ', 'about it.'] } : {};
  const shell = view.tools.find(({ name }) => SHELLS.includes(name));
  if (!task || !shell) return { ...thoughts, text: ['A short title'] };
  const call = (tool: ScriptedTool): Partial<ScriptedAnswer> => ({
    ...thoughts,
    text: ['On it.'],
    tools: [tool],
    finish: 'tools',
    usage: plainAnswer.usage,
  });
  const run = (file: string) =>
    call(shellCall(shell, ids(), `printf '%s' '${contentOf(task)}' > ${file}`, task));
  if (view.results === 0) return run('ran.txt');
  const writer = view.tools.find(({ name }) => WRITERS.includes(name));
  if (view.results === 1) return writer ? call(writeCall(writer, ids(), task)) : run('wrote.txt');
  return { ...thoughts, text: ['All done. ', lastFrames(task)] };
}

function shellCall(tool: OfferedTool, id: string, command: string, task: AgentTask): ScriptedTool {
  const properties = json(tool.schema.properties);
  const name = 'cmd' in properties ? 'cmd' : 'command';
  const isList = json(properties[name]).type === 'array';
  return made(tool, id, { [name]: isList ? ['bash', '-lc', command] : command }, task);
}

function writeCall(tool: OfferedTool, id: string, task: AgentTask): ScriptedTool {
  const properties = json(tool.schema.properties);
  const path = ['file_path', 'filePath', 'path'].find((name) => name in properties) ?? 'path';
  return made(tool, id, { [path]: `${task.directory}/wrote.txt`, content: contentOf(task) }, task);
}

/** Fills other members that the schema requires with a value of their type. */
function made(tool: OfferedTool, id: string, members: Json, task: AgentTask): ScriptedTool {
  const input: Record<string, unknown> = { ...members };
  for (const name of items(tool.schema.required).map(show)) {
    const { type } = json(json(tool.schema.properties)[name]);
    input[name] ??= type === 'boolean' ? false : type === 'number' || type === 'integer' ? 5000 : task.id;
  }
  const text = JSON.stringify(input);
  return { id, name: tool.name, arguments: [text.slice(0, 9), text.slice(9)] };
}

/** Reads a chat completions request. */
export function chatView(body: Json): RequestView {
  const messages = items(body.messages).map(json);
  const start = messages.findLastIndex(({ role }) => role === 'user');
  return {
    tools: items(body.tools).map((tool) => {
      const definition = json(json(tool).function);
      return { name: show(definition.name), schema: json(definition.parameters) };
    }),
    results: messages.slice(start + 1).filter(({ role }) => role === 'tool').length,
    thinks: false,
  };
}

/** Reads a Responses request. */
export function responsesView(body: Json): RequestView {
  const input = items(body.input).map(json);
  const start = input.findLastIndex(({ role }) => role === 'user');
  return {
    tools: items(body.tools)
      .map(json)
      .filter(({ type }) => type === 'function')
      .map((tool) => ({ name: show(tool.name), schema: json(tool.parameters) })),
    results: input.slice(start + 1).filter(({ type }) => show(type).endsWith('_call_output')).length,
    thinks: false,
  };
}

/** Reads a Messages request. */
export function messagesView(body: Json): RequestView {
  const blocks = items(body.messages)
    .map(json)
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (Array.isArray(content) ? content.map(json) : [{ type: 'text' } as Json]));
  const isWords = (content: Json[]) => !content.some(({ type }) => type === 'tool_result');
  const start = blocks.findLastIndex(isWords);
  const results = blocks.slice(start + 1).flat();
  return {
    tools: items(body.tools).map((tool) => ({
      name: show(json(tool).name),
      schema: json(json(tool).input_schema),
    })),
    results: results.filter(({ type }) => type === 'tool_result').length,
    thinks: ['enabled', 'adaptive'].includes(show(json(body.thinking).type)),
  };
}

/** Reads a generateContent request. */
export function geminiView(body: Json): RequestView {
  const contents = items(body.contents).map((content) => items(json(content).parts).map(json));
  const isResult = (part: Json) => part.functionResponse !== undefined;
  const roles = items(body.contents).map((content) => json(content).role);
  const start = contents.findLastIndex((parts, index) => roles[index] === 'user' && !parts.some(isResult));
  const declared = items(body.tools).flatMap((tool) => items(json(tool).functionDeclarations));
  return {
    tools: declared.map((declaration) => {
      const { name, parameters, parametersJsonSchema } = json(declaration);
      return { name: show(name), schema: json(parameters ?? parametersJsonSchema) };
    }),
    results: contents
      .slice(start + 1)
      .flat()
      .filter(isResult).length,
    thinks: isJson(json(body.generationConfig).thinkingConfig),
  };
}
