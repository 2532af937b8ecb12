import type { Redis } from 'ioredis';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { auditLedger } from '../../../server/billing/ledger/ledger-audit.js';
import { REDIS } from '../../../server/core/injection.js';
import { Management } from '../../setup/management.js';
import { until } from '../../setup/until.js';

/** A fresh installation with an environment and options of its own; what it changed in the environment it takes back. */
export async function startGateway(
  environment: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string>>,
): Promise<{ gateway: Management; close: () => Promise<void> }> {
  const variables: Record<string, string> = { CRITICAL_RATE_LIMIT: '0', ...environment };
  Object.assign(process.env, variables);
  const gateway = await Management.start();
  await setOptions(gateway, options);
  const close = async () => {
    for (const name of Object.keys(variables)) delete process.env[name];
    await gateway.close();
  };
  return { gateway, close };
}

export async function setOptions(
  gateway: Management,
  options: Readonly<Record<string, string>>,
): Promise<void> {
  const root = await gateway.root();
  for (const [key, value] of Object.entries(options)) {
    const { success, message } = await root.put('/api/option/', { key, value });
    if (!success) throw new Error(`${key}: ${message}`);
  }
}

/** Is every balance the sum of its entries? */
export async function balanced(gateway: Management): Promise<boolean> {
  const books = await auditLedger(
    gateway.app.get<DataSource>(getDataSourceToken()),
    gateway.app.get<Redis>(REDIS),
  );
  return books.balanced;
}

/**
 * Lets calls run into each other: all of them are past what they read about accounts, or wait for each other, before the
 * first one may write.
 */
export async function atOnce<T>(gateway: Management, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const runner = gateway.app.get<DataSource>(getDataSourceToken()).createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('LOCK TABLE users IN EXCLUSIVE MODE');
    const answers = calls.map((call) => call());
    await until(
      async () => {
        const [row] = await gateway.sql<{ count: number }>(
          "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return (row?.count ?? 0) >= calls.length;
      },
      () => `${calls.length} calls wait for each other`,
    );
    await runner.commitTransaction();
    return await Promise.all(answers);
  } finally {
    await runner.release();
  }
}
