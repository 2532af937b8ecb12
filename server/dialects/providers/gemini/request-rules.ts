import { rulesTable } from '../../kit/rules/chat-rules.js';

const FUNCTION_CALLING = 'https://ai.google.dev/api/caching#FunctionDeclaration';
const STRUCTURED_OUTPUT =
  'https://ai.google.dev/gemini-api/docs/structured-output#structured_outputs_with_tools';

/** What Gemini models accept in generateContent, at the Gemini API and on Vertex AI. */
export const geminiRules = rulesTable(
  {
    answerImages: {
      source: 'https://ai.google.dev/gemini-api/docs/image-generation#multi-turn-image-editing',
    },
    googleOptions: { source: 'https://ai.google.dev/gemini-api/docs/openai' },
    toolName: { characters: 'a-zA-Z0-9_.:-', first: 'a-zA-Z_', maxLength: 64, source: FUNCTION_CALLING },
    // "Function calling with a response mime type: 'application/json' is unsupported"
    toolsWithJson: { rejected: true, source: STRUCTURED_OUTPUT },
  },
  { models: /gemini-(?:[3-9]|\d\d)/, rules: { toolsWithJson: undefined } },
);
