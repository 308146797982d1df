import { z } from 'zod';

/** Folder of the object store with one checksum record for each object, by the object's key. */
export const checksumFolder = 'checksums/';

/** Objects are hashed in pieces of this size, so that a part of one can be verified before it is sent. */
export const checksumChunkBytes = 1024 * 1024;

export const checksumRecord = z
  .object({
    key: z.string().describe('of the object; two objects that were exchanged do not verify'),
    size: z.number().int().describe('bytes of the object'),
    chunkBytes: z.number().int().min(1).describe('bytes of each chunk but the last'),
    sha256: z.array(z.string()).describe('of each chunk, in hexadecimal'),
  })
  .meta({ id: 'ChecksumRecord', description: 'What an object of the store was when it was written.' });
export type ChecksumRecord = z.infer<typeof checksumRecord>;
