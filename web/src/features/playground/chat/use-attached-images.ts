import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';

const MAX_IMAGES = 4;
const MAX_BYTES = 5 * 1024 * 1024;

/** Images to send, as data URLs. @param most how many */
export function useAttachedImages(most = MAX_IMAGES) {
  const { t } = useTranslation();
  const [images, setImages] = useState<string[]>([]);

  async function add(files: readonly File[]) {
    const imageFiles = files.filter(({ type }) => type.startsWith('image/'));
    const fitting = imageFiles.filter(({ size }) => size <= MAX_BYTES).slice(0, most - images.length);
    if (fitting.length < imageFiles.length) toast.warning(t('playground.imagesRefused', { n: most }));
    const read = await Promise.all(fitting.map(readAddress));
    setImages((current) => [...current, ...read].slice(0, most));
  }

  return {
    images,
    add,
    remove: (index: number) => setImages((current) => current.filter((_, at) => at !== index)),
    clear: () => setImages([]),
  };
}

/** The file as a data URL. */
export function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
