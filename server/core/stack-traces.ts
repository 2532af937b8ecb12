import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/**
 * Makes stack traces name the positions in the TypeScript sources. `--enable-source-maps` would read all maps at the start
 * and keep them and a copy of the code (16 MB); this reads a map when an error from its file is first printed.
 */
Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${sourceFrame(frame)}`)].join('\n');

const maps = new Map<string, SourceMap | undefined>();

function sourceFrame(frame: NodeJS.CallSite & { toString(): string }): string {
  const text = frame.toString();
  const script = frame.getFileName();
  const line = frame.getLineNumber();
  if (!script?.startsWith('file:') || line === null) return text;
  const position = mapOf(script)?.findEntry(line - 1, (frame.getColumnNumber() ?? 1) - 1);
  if (!position || !('originalSource' in position) || !position.originalSource) return text;
  const source = new URL(position.originalSource, script);
  return text.replace(/file:\S*:\d+:\d+/, `${source.pathname}:${position.originalLine + 1}`);
}

function mapOf(script: string): SourceMap | undefined {
  if (!maps.has(script)) maps.set(script, readMap(new URL(`${script}.map`)));
  return maps.get(script);
}

function readMap(file: URL): SourceMap | undefined {
  if (!existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
}
