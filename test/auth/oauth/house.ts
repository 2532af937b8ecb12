import type { Redis } from 'ioredis';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { checkBooks } from '../../../server/billing/ledger/books.js';
import { REDIS } from '../../../server/core/injection.js';
import { Management } from '../../setup/management.js';

/** A fresh house with an environment and options of its own; what it changed in the environment it takes back. */
export async function openHouse(
  environment: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string>>,
): Promise<{ house: Management; close: () => Promise<void> }> {
  const given: Record<string, string> = { CRITICAL_RATE_LIMIT: '0', ...environment };
  Object.assign(process.env, given);
  const house = await Management.start();
  await setOptions(house, options);
  const close = async () => {
    for (const name of Object.keys(given)) delete process.env[name];
    await house.close();
  };
  return { house, close };
}

export async function setOptions(
  house: Management,
  options: Readonly<Record<string, string>>,
): Promise<void> {
  const root = await house.root();
  for (const [key, value] of Object.entries(options)) {
    const { success, message } = await root.put('/api/option/', { key, value });
    if (!success) throw new Error(`${key}: ${message}`);
  }
}

/** Is every balance the sum of its entries? */
export async function balanced(house: Management): Promise<boolean> {
  const books = await checkBooks(
    house.app.get<DataSource>(getDataSourceToken()),
    house.app.get<Redis>(REDIS),
  );
  return books.balanced;
}
