/** Characters that XML 1.0 does not permit. */
// eslint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * A text for one voice: https://learn.microsoft.com/azure/ai-services/speech-service/speech-synthesis-markup
 * @param speed relative to the voice's own; 1 leaves it unchanged
 */
export function ssml(text: string, voice: string, speed: number): string {
  const language = /^[a-z]{2,3}-[A-Z]{2}/.exec(voice)?.[0] ?? 'en-US';
  const [open, close] = prosody(speed);
  return (
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${language}">` +
    `<voice name="${escaped(voice)}">${open}${escaped(text)}${close}</voice></speak>`
  );
}

/**
 * Billable characters: everything in the voice element, where a Chinese character counts twice
 * (https://learn.microsoft.com/azure/ai-services/speech-service/text-to-speech#billable-characters).
 */
export function billedCharacters(text: string, speed: number): number {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Array.from(text).length + chinese + prosody(speed).join('').length;
}

function prosody(speed: number): [open: string, close: string] {
  if (speed === 1) return ['', ''];
  const percent = Math.round((speed - 1) * 100);
  return [`<prosody rate="${percent < 0 ? '' : '+'}${percent}%">`, '</prosody>'];
}

function escaped(text: string): string {
  return text.replaceAll(NOT_XML, '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
