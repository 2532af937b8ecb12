import { z } from 'zod';

/** Marks columns in the JSON Schema that are null without `--with-secrets`. */
export const SECRET = 'x-secret';

/** Columns that several kinds of lines have. Their names are those of the database. */

export const id = () => z.int().min(1);

/** Id of a row of another kind. */
export const idOf = (kind: string) => z.int().min(0).describe(`id in ${kind}; 0 = none`);

export const seconds = (of = '') => z.int().describe(`${of && `${of}, `}Unix seconds`);

export const milliseconds = () => z.int().describe('Unix milliseconds; 0 = not yet');

export const quota = (of = '') => z.int().describe(`${of && `${of}, `}quota units`);

export const time = () => z.iso.datetime().nullable().describe('UTC, in milliseconds');

/** A text that is null in an export without secrets. */
export const secret = (of: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${of}; null = exported without secrets`, [SECRET]: true });

/** A value of a JSON column. */
export const json = (of: string) => z.unknown().describe(`${of}; null = none`);
