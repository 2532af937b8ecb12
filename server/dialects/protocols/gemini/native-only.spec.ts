import type { CanonicalChat } from '../../canonical/chat.js';
import { parseGenerate } from './parse.js';
import { PARTS } from './part-table.js';

const gemini = (parts: object[], fields: object = {}): CanonicalChat =>
  parseGenerate(
    Buffer.from(JSON.stringify({ contents: [{ role: 'user', parts }], ...fields })),
    '/v1beta/models/m:generateContent',
  );

describe('parts of Gemini that only Google understands', () => {
  const members: Readonly<Record<string, unknown>> = {
    text: 'x',
    inlineData: { mimeType: 'image/png', data: 'AA' },
    fileData: { mimeType: 'image/png', fileUri: 'https://e.test/a.png' },
    functionCall: { name: 'f', args: {} },
    functionResponse: { name: 'f', response: {} },
    thoughtSignature: 's',
    executableCode: { language: 'PYTHON', code: '1' },
    codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' },
    audioTranscription: { text: 'x' },
  };

  test.each(Object.entries(PARTS))('a part with %s: %s', (name, handling) => {
    const { turns } = gemini([{ [name]: members[name] ?? {} }]);
    const marker = { type: 'text', text: `[content left out: ${name}]` };
    if (handling === 'left-out') expect(turns[0]?.parts).toEqual([marker]);
    else expect(turns[0]?.parts).not.toContainEqual(marker);
    if (handling === 'text') expect(turns[0]?.parts).toMatchObject([{ type: 'text' }]);
  });

  test('an unknown kind is text if it is readable, and refused by name if not', () => {
    expect(gemini([{ hologram: {} }, { text: 'q' }]).nativeOnly).toEqual(['contents[0].parts[0].hologram']);
    for (const hologram of ['x', { text: 'x' }]) {
      const chat = gemini([{ hologram, videoMetadata: { fps: 1 } }]);
      expect(chat.turns).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'x' }] }]);
      expect(chat).not.toHaveProperty('nativeOnly');
    }
  });

  test.each([
    [{ cachedContent: 'cachedContents/1' }, 'cachedContent'],
    [{ cached_content: 'cachedContents/1' }, 'cached_content'],
    [{ tools: [{ fileSearch: { fileSearchStoreNames: ['s'] } }] }, 'tools[0].fileSearch'],
    [{ tools: [{ mcp_servers: [{ name: 'e' }] }] }, 'tools[0].mcp_servers'],
    [
      { systemInstruction: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AA' } }] } },
      'systemInstruction.parts[0].inlineData',
    ],
  ])('%j is refused by name', (fields, place) => {
    expect(gemini([{ text: 'q' }], fields).nativeOnly).toEqual([place]);
  });
});
