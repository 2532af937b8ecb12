/**
 * How a part of a Gemini content is translated for another provider.
 *
 * - `translated`: every provider has an equivalent
 * - `text`: shown as text
 * - `left-out`: only meaningful to Google
 */
export type PartFate = 'translated' | 'text' | 'left-out';

/**
 * One row per kind of https://ai.google.dev/api/caching#Part, by the member that holds the data. Kinds that are not listed
 * are left out. A content that would be empty gets a marker that names what was left out.
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
