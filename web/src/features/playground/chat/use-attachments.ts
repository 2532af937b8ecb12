import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import type { ChatFile } from '../playground.types';
import { readAddress, useAttachedImages } from './use-attached-images';

const MAX_FILES = 4;
const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;
const MAX_TEXT_BYTES = 200 * 1024;
const PDF = 'application/pdf';
/** Texts whose type browsers do not know. */
const TEXT_NAME =
  /\.(?:c|cc|cpp|cs|css|csv|go|h|htm|html|ini|java|js|json|jsonl|jsx|kt|log|md|php|py|rb|rs|sh|sql|srt|svg|toml|ts|tsx|txt|vue|xml|yaml|yml)$/i;

/** What the file dialog offers. */
export const ATTACHABLE = `image/*,${PDF},text/*,.json,.jsonl,.yaml,.yml,.toml,.xml,.sql,.log,.md,.csv`;

/** Images, PDF documents and texts to send with a message. */
export function useAttachments() {
  const { t } = useTranslation();
  const images = useAttachedImages();
  const [files, setFiles] = useState<ChatFile[]>([]);

  async function add(added: readonly File[]) {
    const others = added.filter(({ type }) => !type.startsWith('image/'));
    await images.add(added);
    if (others.length === 0) return;
    const fitting = others.filter(isAccepted).slice(0, MAX_FILES - files.length);
    if (fitting.length < others.length) toast.warning(t('playground.filesRefused', { n: MAX_FILES }));
    const read = await Promise.all(fitting.map(readFile));
    setFiles((current) => [...current, ...read].slice(0, MAX_FILES));
  }

  return {
    images,
    files,
    add,
    removeFile: (index: number) => setFiles((current) => current.filter((_, at) => at !== index)),
    clear() {
      images.clear();
      setFiles([]);
    },
  };
}

export type AttachmentsField = ReturnType<typeof useAttachments>;

function isAccepted({ name, type, size }: File): boolean {
  return type === PDF ? size <= MAX_DOCUMENT_BYTES : isText(name, type) && size <= MAX_TEXT_BYTES;
}

/** The type of a TypeScript file is that of a video in browsers. */
function isText(name: string, type: string): boolean {
  return type.startsWith('text/') || type === 'application/json' || TEXT_NAME.test(name);
}

async function readFile(file: File): Promise<ChatFile> {
  const { name, type } = file;
  return type === PDF
    ? { name, kind: 'document', data: await readAddress(file) }
    : { name, kind: 'text', data: await file.text() };
}
