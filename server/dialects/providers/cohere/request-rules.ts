import { rulesTable } from '../../kit/rules/chat-rules.js';

/** What Cohere accepts in chat requests. */
export const cohereRules = rulesTable({
  // Stated in the reference of version 1 only.
  toolName: {
    characters: 'a-zA-Z0-9_',
    first: 'a-zA-Z_',
    source: 'https://docs.cohere.com/v1/reference/chat#request.body.tools',
  },
  toolsWithJson: {
    rejected: true,
    source: 'https://docs.cohere.com/reference/chat#request.body.response_format',
  },
});
