import { totalmem } from "node:os";
import type { Config } from "../../config.ts";
import type { Finding } from "./finding.ts";

const MIB = 2 ** 20;
/** What the program takes besides its caches when it is busy. */
const PROGRAM_MIB = 256;

/** Checks whether the caches leave the machine, or the limit of the container, enough memory. */
export function checkMemory({ cacheMb }: Config): Finding {
	const check = "memory";
	const limit = process.constrainedMemory();
	const totalMib = Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MIB);
	const detail = `${cacheMb} MiB for caches, of ${totalMib}`;
	if (cacheMb + PROGRAM_MIB <= totalMib) return { check, verdict: "ok", detail };
	const mend = `Set CACHE_MB so that ${PROGRAM_MIB} MiB are left for the program itself.`;
	return { check, verdict: "warn", detail, mend };
}
