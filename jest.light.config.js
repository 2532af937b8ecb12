import base from './jest.config.js';
const { transform, moduleNameMapper, extensionsToTreatAsEsm, transformIgnorePatterns, workerIdleMemoryLimit, ...rest } = base;
export default { ...rest, runner: 'jest-light-runner/child-process', setupFilesAfterEnv: ['<rootDir>/test/setup/worker-setup.mjs'], maxWorkers: Number(process.env.WORKERS ?? 3) };
