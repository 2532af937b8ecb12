import pg from 'pg';
import { QueryFailedError } from 'typeorm';

/** SQLSTATE of an error of Postgres, also one that TypeORM has wrapped; '' for other errors. */
export function sqlState(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof pg.DatabaseError ? (cause.code ?? '') : '';
}

/** Postgres rejects the data itself (classes 22 and 23): a retry would not help. */
export function refusesData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error));
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}
