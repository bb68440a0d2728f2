/** Number of values of the hash. */
const RANGE = 2 ** 32;

/**
 * Returns where an organization or a targeting key lies in the percentage rollouts of a flag: from 0 to less than 100,
 * always the same on every instance and in every release. It is MurmurHash3 (x86, 32 bits, seed 0) of the UTF-8 of
 * `<flag>/<id>`, divided by 2³², times 100; so rollouts of different flags reach different organizations first, and a
 * share that grows keeps those it has.
 */
export const bucketOf = (flag: string, id: string): number => (Bun.hash.murmur32v3(`${flag}/${id}`, 0) / RANGE) * 100;
