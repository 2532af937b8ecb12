import type { Dialect } from './scripted-answer.js';

const MEMBERS = ['model', 'query', 'libraryId', 'stream'];

/** https://github.com/songquanpeng/one-api/tree/main/relay/adaptor/aiproxy: there are no tools, and no usage is reported. */
export const aiproxyLibraryDialect: Dialect = {
  refuses: ({ json = {} }) => {
    const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
    if (unknown !== undefined) return `unknown member ${unknown}`;
    return typeof json.query === 'string' && json.query !== '' ? undefined : 'query is required';
  },
  whole: (answer) => ({ success: true, answer: answer.text.join(''), documents: [], errCode: 0 }),
  frames: (answer, model) => [
    ...answer.text.map((content) => frame({ content, finish: false, model, documents: [] })),
    frame({ content: '', finish: true, model, documents: [] }),
    'data: [DONE]',
  ],
  error: (status, message) => ({ success: false, errCode: status, message }),
  errorFrame: (message) => frame({ success: false, errCode: 500, message }),
};

function frame(members: object): string {
  return `data: ${JSON.stringify(members)}`;
}
