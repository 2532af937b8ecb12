import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';

const CALLS = ['functionCall', 'functionResponse', 'function_call', 'function_response'];
/** Members of a request that `countTokens` accepts. */
const COUNTED = ['contents', 'systemInstruction', 'system_instruction', 'tools', 'generationConfig'];

/**
 * The body of a client of the Gemini API as Vertex AI accepts it: every content has a role, and function calls have no ids.
 * Nearly all bodies are returned as they are, without being parsed.
 */
export function contentsForVertex(body: Buffer): Buffer {
  const object = scanObject(body);
  const member = object.find('contents');
  if (!member) return body;
  const bytes = body.subarray(member.start, member.end);
  const mayHaveIds = bytes.includes('"id"') && CALLS.some((name) => bytes.includes(`"${name}"`));
  if (!mayHaveIds && occurrences(bytes, '"role"') >= occurrences(bytes, '"parts"')) return body;
  const contents = object.value(member);
  if (!Array.isArray(contents)) return body;
  return splice(object, new Map([['contents', JSON.stringify(contents.map(contentForVertex))]]));
}

/** The body of `countTokens`: the members that it accepts, of the request itself or of the one inside it. */
export function countable(body: Buffer): Buffer {
  const parsed = record(JSON.parse(body.toString('utf8')));
  const request = record(parsed.generateContentRequest ?? parsed.generate_content_request ?? parsed);
  const counted = Object.entries(request).filter(([name]) => COUNTED.includes(name));
  return contentsForVertex(Buffer.from(JSON.stringify(Object.fromEntries(counted))));
}

function contentForVertex(content: unknown): unknown {
  if (!isRecord(content)) return content;
  const { role, parts, ...others } = content;
  return {
    role: text(role) || 'user',
    parts: Array.isArray(parts) ? parts.map(withoutCallId) : parts,
    ...others,
  };
}

function withoutCallId(part: unknown): unknown {
  if (!isRecord(part)) return part;
  const changed: Record<string, unknown> = { ...part };
  for (const name of CALLS) if (isRecord(part[name])) changed[name] = withoutId(part[name]);
  return changed;
}

function withoutId({ id: _, ...call }: UnknownRecord): object {
  return call;
}

function occurrences(bytes: Buffer, word: string): number {
  let count = 0;
  for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + word.length)) count++;
  return count;
}
