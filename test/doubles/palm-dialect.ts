import { geminiDialect } from './gemini-dialect.js';
import type { Dialect } from './scripted-answer.js';
import { items, json } from './strict/violations.js';

const MEMBERS = ['prompt', 'temperature', 'candidateCount', 'topP', 'topK'];

/** Google's PaLM API: generateMessage, which does not stream and reports no usage. */
export const palmDialect: Dialect = {
  ...geminiDialect,
  refuses: ({ json: body = {} }) => {
    const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
    if (unknown !== undefined) return `Unknown name "${unknown}"`;
    const messages = items(json(body.prompt).messages).map(json);
    if (messages.length === 0) return 'prompt.messages is required';
    return messages.every(({ author, content }) => typeof author === 'string' && typeof content === 'string')
      ? undefined
      : 'messages have an author and a text';
  },
  whole: ({ text }) => ({
    candidates: [{ author: '1', content: text.join('') }],
    messages: [{ author: '0', content: 'q' }],
  }),
};
