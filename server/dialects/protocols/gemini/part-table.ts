/**
 * What becomes of a part of a Gemini content where the request is translated for another provider.
 *
 * - `translated`: every provider has the same
 * - `text`: shown as text
 * - `left-out`: means something to Google only
 */
export type PartFate = 'translated' | 'text' | 'left-out';

/**
 * One row per kind of https://ai.google.dev/api/caching#Part, by the member that holds the data. Kinds that are not listed
 * are left out; a content that would be empty says in a marker what was left out.
 */
export const PARTS: Readonly<Record<string, PartFate>> = {
  text: 'translated',
  inlineData: 'translated',
  fileData: 'translated',
  functionCall: 'translated',
  functionResponse: 'translated',
  thoughtSignature: 'translated',
  executableCode: 'text',
  codeExecutionResult: 'text',
  toolCall: 'left-out',
  toolResponse: 'left-out',
  audioTranscription: 'left-out',
};
