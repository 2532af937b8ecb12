// Is this the first start on its database? Then the first sign-in is worth showing.
import pg from 'pg';
import { Unusable } from './settings.mjs';

/**
 * @param {string} url
 * @returns {Promise<boolean>}
 * @throws {Unusable} when the database does not answer, without its address: that holds a password
 */
export async function hasUsers(url) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT to_regclass('users') IS NOT NULL AS exists`);
    if (!rows[0].exists) return false;
    return (await client.query('SELECT 1 FROM users LIMIT 1')).rowCount > 0;
  } catch (error) {
    throw new Unusable([`DATABASE_URL: ${error.message || error.code}`]);
  } finally {
    await client.end();
  }
}
