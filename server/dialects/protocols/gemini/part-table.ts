/**
 * How a part of a Gemini content is translated for another provider.
 *
 * - `translated`: every provider has an equivalent
 * - `text`: shown as text
 * - `left-out`: only meaningful to Google
 */
export type PartHandling = 'translated' | 'text' | 'left-out';

/**
 * One row per kind of https://ai.google.dev/api/caching#Part, by the member that holds the data. A content that would be
 * empty gets a marker that names what was left out. A kind that is not listed becomes text if it is text; otherwise the
 * request cannot be translated.
 */
export const PARTS: Readonly<Record<string, PartHandling>> = {
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
  audioTranscription: 'text',
};

/** Members of a part that describe its data. */
export const PART_SETTINGS: ReadonlySet<string> = new Set([
  'thought',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
]);

/** Members of a request that refer to data at Google. */
export const NATIVE_MEMBERS = ['cachedContent'] as const;

/** Tools that use the client's own servers and data: an answer without them would look as if they had been used. */
export const NATIVE_TOOLS: ReadonlySet<string> = new Set(['mcpServers', 'fileSearch', 'retrieval']);
