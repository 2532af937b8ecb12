import config from '../../jest.config.js';

/** The files of this folder alone; `npm test` leaves them out, since the CLIs weigh more than a gigabyte. */
export default {
  ...config,
  rootDir: '../..',
  roots: ['<rootDir>/test/clients'],
  testMatch: ['**/*.clients.ts'],
  testTimeout: 300_000,
};
