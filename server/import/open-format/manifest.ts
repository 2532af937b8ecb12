import { z } from 'zod';
import { UnreadableSource } from '../sources/source.js';
import { KIND_NAMES, type Kind } from './kinds.js';

/** What `--to` and `--from` begin with. */
export const OPEN_FORMAT_PREFIX = 'ndjson:';
export const MANIFEST = 'manifest.json';
/** Raised with every change that an earlier release cannot read; exports of the previous format are read for one release. */
export const FORMAT = 1;

export const fileSchema = z.strictObject({
  kind: z.enum(KIND_NAMES as [Kind, ...Kind[]]),
  file: z
    .string()
    .regex(/^[a-z_]+\.ndjson$/)
    .describe('the file may have been compressed by gzip since: .gz at its end'),
  schema: z.string().describe('file with the JSON Schema of its lines'),
  rows: z.int().min(0),
  bytes: z.int().min(0).describe('uncompressed'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('of the uncompressed file'),
});

/** `manifest.json`. */
export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  release: z.string().describe('of the program that made the export'),
  at: z.iso.datetime().describe('moment of the snapshot that all files have'),
  installation: z.string().describe('id of the installation'),
  secrets: z.boolean().describe('whether the lines have secrets, in clear text'),
  files: z.array(fileSchema),
});
export type ExportManifest = z.infer<typeof manifestSchema>;
export type ExportFile = z.infer<typeof fileSchema>;

/** @throws UnreadableSource for a text that is no manifest, or one of a format that this release cannot read */
export function parseManifest(text: string): ExportManifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new UnreadableSource(`${MANIFEST} is not JSON`);
  }
  const { format } = z.object({ format: z.number() }).catch({ format: 0 }).parse(content);
  if (format !== FORMAT)
    throw new UnreadableSource(
      `the export has format ${format}, and this release reads format ${FORMAT}${format > FORMAT ? ': a newer release made it' : ''}`,
    );
  const { data, error } = manifestSchema.safeParse(content);
  if (!data)
    throw new UnreadableSource(`${MANIFEST} is damaged: ${z.prettifyError(error).replaceAll(/\s+/g, ' ')}`);
  const missing = KIND_NAMES.find((kind) => !data.files.some((file) => file.kind === kind));
  if (missing !== undefined) throw new UnreadableSource(`${MANIFEST} names no file of ${missing}`);
  return data;
}
