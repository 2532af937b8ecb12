import { geminiDialect } from './gemini-dialect.js';
import type { Dialect } from './scripted-answer.js';
import { geminiViolations } from './strict/gemini-rules.js';
import { items, json, show, Violations, type Json } from './strict/violations.js';

const PATH = /\/models\/([^/:]*-tts[^/:]*):generateContent$/;
const CONTEXT = { signatures: { has: () => true } as unknown as ReadonlySet<string> };
/** https://ai.google.dev/gemini-api/docs/speech-generation#voices */
const VOICES = (
  'zephyr puck charon kore fenrir leda orus aoede callirrhoe autonoe enceladus iapetus umbriel algieba despina erinome ' +
  'algenib rasalgethi laomedeia achernar alnilam schedar gacrux pulcherrima achird zubenelgenubi vindemiatrix sadachbia ' +
  'sadaltager sulafat'
).split(' ');
/** 16-bit samples. */
const SAMPLES = Buffer.from(Array.from({ length: 480 }, (_, index) => index % 256));
const AUDIO_TOKENS = 25;

/**
 * Gemini models that read a text aloud (https://ai.google.dev/gemini-api/docs/speech-generation), which return raw samples;
 * undefined for all other paths.
 */
export function geminiSpeechDialect(path: string): Dialect | undefined {
  const model = PATH.exec(path)?.[1];
  if (model === undefined) return undefined;
  return {
    ...geminiDialect,
    refuses: ({ json: body = {} }) =>
      [...geminiViolations(body, model, CONTEXT), ...speechViolations(body)][0],
    whole: (answer, name) => ({
      candidates: [
        {
          content: {
            parts: [
              {
                inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: SAMPLES.toString('base64') },
              },
            ],
            role: 'model',
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      ...(answer.usage && {
        usageMetadata: {
          promptTokenCount: answer.usage.input,
          candidatesTokenCount: AUDIO_TOKENS,
          totalTokenCount: answer.usage.input + AUDIO_TOKENS,
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: answer.usage.input }],
          candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: AUDIO_TOKENS }],
        },
      }),
      modelVersion: name,
      responseId: 'scripted',
    }),
  };
}

function speechViolations(body: Json): string[] {
  const found = new Violations();
  const { responseModalities, speechConfig } = json(body.generationConfig);
  found.expect(
    items(responseModalities).join() === 'AUDIO',
    'responseModalities',
    'the model supports AUDIO only',
  );
  const { voiceName } = json(json(json(speechConfig).voiceConfig).prebuiltVoiceConfig);
  found.expect(
    voiceName === undefined || VOICES.includes(show(voiceName).toLowerCase()),
    'voiceName',
    `Voice name ${show(voiceName)} is not supported. Allowed voice names are: ${VOICES.join(', ')}`,
  );
  found.expect(
    body.systemInstruction === undefined,
    'systemInstruction',
    'Developer instruction is not enabled',
  );
  found.expect(body.tools === undefined, 'tools', 'not supported');
  const parts = items(body.contents).flatMap((content) => items(json(content).parts).map(json));
  found.expect(
    parts.length > 0 && parts.every(({ text }) => typeof text === 'string' && text !== ''),
    'contents',
    'the model accepts text only',
  );
  return found.list;
}
