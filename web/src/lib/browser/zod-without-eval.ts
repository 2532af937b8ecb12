import { config } from 'zod';

/** Imported before the first schema: the console's content security policy forbids generated code. */
config({ jitless: true });
