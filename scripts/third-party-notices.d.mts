import type { Plugin } from 'vite';

export function thirdPartyNotices(file: string): Plugin;
