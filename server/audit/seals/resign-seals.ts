import type { DataSource } from 'typeorm';
import type { Vault } from '../../core/crypto.js';
import { checkSeal, SIGNATURE_PURPOSE, signedText } from './seal-signature.js';
import { SealsRepository } from './seals.repository.js';

const BATCH = 500;

/**
 * Signs all seals with the current secret that have signatures of an earlier one, after these were checked. For changes of
 * TOLLGATE_SECRET: from then on the earlier secret is not needed to verify the audit log.
 * @param vault knows both secrets
 * @returns the number of seals that were signed
 * @throws Error if the signature of a seal is wrong or of an unknown secret: nothing is signed then
 */
export function resignSeals(database: DataSource, vault: Vault): Promise<number> {
  const seals = new SealsRepository(database);
  return database.transaction(async (manager) => {
    let signed = 0;
    for (let after = 0; ;) {
      const batch = await seals.sealsAfter(manager, after, BATCH);
      for (const seal of batch) {
        const check = checkSeal(vault, seal);
        if (check === 'wrong' || check === 'unknown')
          throw new Error(`the signature of audit seal ${seal.id} is ${check}: npm run books tells more`);
        if (check === 'current') continue;
        await seals.sign(manager, seal.id, vault.sign(SIGNATURE_PURPOSE, signedText(seal)));
        signed++;
      }
      if (batch.length < BATCH) return signed;
      after = batch.at(-1)!.id;
    }
  });
}
