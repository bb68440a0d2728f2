import { isInProcess } from "../../support/target.ts";
import { until } from "../../support/until.ts";
import type { SampleFile, World } from "../sample.ts";

/** Starts a run that only counts what has expired, waits for its end, and returns its id. */
async function countExpired({ api, owner, send, create }: World): Promise<string> {
	const { id } = await create("runRetention");
	await until(async () => {
		if (isInProcess) await api.parley.services.jobs.runDue("retention.count");
		return (await send("GET", `/orgs/${owner.orgId}/retention/runs/${id}`)).state === "completed";
	});
	return id;
}

export const samples: SampleFile["samples"] = {
	setRetentionPolicy: { records: "retention.change_policy" },
	updateRetentionPolicy: { records: "retention.change_policy" },
	previewRetentionPolicy: { records: null, because: "a preview changes nothing that anybody can see" },
	runRetention: { records: "retention.request_run", body: { dryRun: true } },
};

export const makers: SampleFile["makers"] = { runId: countExpired };
export const items: SampleFile["items"] = { listRetentionRuns: countExpired };
