import type { Store } from "#db/store";
import { inspectBlobs, ownershipOf } from "#platform/blobs";
import type { Config } from "../../config.ts";
import { maskUrl } from "../../log/mask.ts";
import { openDatabase, openObjects } from "../../open.ts";
import { inspect } from "../installed.ts";
import { type Finding, messageOf } from "./finding.ts";

/** Time for looking at blobs: an installation may have millions. */
const LIMIT_MS = 20_000;
/** Damaged objects that are named. */
const NAMED = 3;

/** Checks whether the objects of the ledger are where they should be, and nothing else is. */
export async function checkBlobs(config: Config): Promise<readonly Finding[]> {
	const check = "blobs";
	const place = config.s3 ? `${maskUrl(config.s3.endpoint)}/${config.s3.bucket}` : `${config.dataDir}/blobs`;
	// Without the database there is no ledger; its own check says so.
	const store = await openCurrent(config).catch(() => null);
	if (store === null) return [];
	try {
		const objects = await openObjects(config);
		if ((await ownershipOf({ store, objects })) === "other") {
			const detail = `${place} is not the store that the servers of this database use`;
			const mend =
				"Give all servers the same bucket, or the same folder; if this is the right one, run parley blobs adopt.";
			return [{ check, verdict: "fail", detail, mend }];
		}
		const { blobs, damaged, strays, isComplete } = await inspectBlobs(objects, store, LIMIT_MS);
		const seen = `${blobs} ${isComplete ? "" : "looked at "}in ${place}`;
		if (damaged.length > 0) {
			const detail = `${damaged.length} of ${seen} are missing or cut off: ${damaged.slice(0, NAMED).join(", ")}`;
			return [{ check, verdict: "fail", detail, mend: "Restore the blobs from the backup of the database." }];
		}
		const detail = strays === 0 ? seen : `${seen}; ${strays} unused objects will be removed within a day`;
		return [{ check, verdict: "ok", detail }];
	} catch (error) {
		const mend = config.s3 ? "Check S3_ENDPOINT, S3_BUCKET and the keys." : "Check the data directory.";
		return [{ check, verdict: "fail", detail: `${place}: ${messageOf(error)}`, mend }];
	} finally {
		await store.close();
	}
}

/** Opens the database if it has the tables of this program; null otherwise. */
async function openCurrent(config: Config): Promise<Store | null> {
	const { applied, pending } = await inspect(config);
	return applied.length === 0 || pending.length > 0 ? null : openDatabase(config, { migrate: false });
}
