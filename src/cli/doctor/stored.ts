import { dialect } from "#db/dialect";
import { readInstallation } from "#platform/installation";
import { readTimes } from "#platform/service-state";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../open.ts";
import { inspect } from "../installed.ts";
import type { Finding } from "./finding.ts";

/** Differences of clocks below this are usual, in ms. */
const TOLERANCE_MS = 60_000;

/** What the database says of itself. */
export interface Stored {
	/** `ins_…`; undefined before the first start of this version. */
	readonly installationId: string | undefined;
	/** When a server last wrote its state, Unix ms; 0: never. */
	readonly writtenAtMs: number;
	/** Difference between the clocks of the database server and this machine, in ms, above 0 when this one is ahead. */
	readonly aheadMs: number;
}

/** Reads what the database says of itself; null when it cannot be read, which is a finding of its own. */
export async function readStored(config: Config): Promise<Stored | null> {
	try {
		const { applied, pending } = await inspect(config);
		if (applied.length === 0 || pending.length > 0) return null;
		const store = await openDatabase(config, { migrate: false });
		try {
			const installationId = (await readInstallation(store.db))?.id;
			const beforeMs = Date.now();
			const { writtenAtMs, serverMs } = await readTimes(store.db);
			const aheadMs = dialect === "postgres" ? (beforeMs + Date.now()) / 2 - serverMs : 0;
			return { installationId, writtenAtMs, aheadMs };
		} finally {
			await store.close();
		}
	} catch {
		return null;
	}
}

/** Compares the clock with that of the database server, and with what servers have written. */
export function checkStoredClock(stored: Stored | null): readonly Finding[] {
	if (stored === null) return [];
	const check = "clock";
	const mend = "Set the clock (timedatectl set-ntp true) of whichever machine is wrong.";
	const findings: Finding[] = [];
	const seconds = Math.round(Math.abs(stored.aheadMs) / 1000);
	if (Math.abs(stored.aheadMs) >= TOLERANCE_MS) {
		const detail = `${seconds} s ${stored.aheadMs > 0 ? "ahead of" : "behind"} the database server`;
		findings.push({ check, verdict: "warn", detail, mend });
	}
	const behindMs = stored.writtenAtMs - Date.now();
	if (behindMs >= TOLERANCE_MS) {
		const detail = `${Math.round(behindMs / 1000)} s behind the time at which a server last wrote to this database`;
		findings.push({ check, verdict: "fail", detail, mend });
	}
	return findings;
}
