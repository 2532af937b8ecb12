import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './chunks.ts';
import { thirdPartyNotices } from '../scripts/third-party-notices.mjs';
import { compressed } from './compress.ts';
import { pureSchemas } from './pure-schemas.ts';

const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    pureSchemas(),
    compressed(),
    thirdPartyNotices(path.join(import.meta.dirname, '../dist/web/THIRD_PARTY_NOTICES.txt')),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
  server: { proxy: { '/api': server, '/v1': server, '/pg': server, '/mj': server } },
});
