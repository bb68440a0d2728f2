import { expect, test } from "bun:test";
import { auditEntries } from "#db/schema";
import { setFailed, setProbed } from "#modules/recordings/recordings";
import { systemContext } from "#modules/tenancy/permissions";
import type { Change } from "#platform/unit-of-work";
import { useHarness } from "../support/harness.ts";
import { uploading } from "../support/uploading.ts";
import { wavOf } from "../support/wav.ts";

const api = await useHarness();
const owner = await api.createOrganization();
const { token } = owner;

const inChange = (work: (change: Change) => Promise<unknown>) =>
	api.parley.services.unitOfWork.run(systemContext("job:test"), work);

/** Returns how often the audit trail has an action of the organization. */
async function countOf(action: string): Promise<number> {
	const rows = await api.store.acrossTenants.db.select().from(auditEntries);
	return rows.filter((row) => row.orgId === owner.orgId && row.action === action).length;
}

async function uploaded() {
	const { recordingId, meetingId, path } = await uploading(api, owner).upload(wavOf(4_000));
	return { key: { orgId: owner.orgId, recordingId }, meetingId, path };
}

test("a recording is ready once its content was read, and its meeting says how long it is", async () => {
	const { key, meetingId, path } = await uploaded();
	const probed = { durationMs: 125, channels: 1, hasVideo: false };

	await inChange((change) => setProbed(change, key, probed));
	await inChange((change) => setProbed(change, key, probed));

	const { body } = await api.request("GET", path, { token });
	expect(body.data).toMatchObject({ ...probed, state: "ready" });
	const meeting = await api.request("GET", `/meetings/${meetingId}`, { token });
	expect(meeting.body.data.artifacts.recording).toMatchObject({ state: "ready", durationMs: 125 });
	expect(await countOf("recording.probe")).toBe(1);
});

test("a recording that cannot be read says why, once, and can still be downloaded", async () => {
	const { key, meetingId, path } = await uploaded();

	await inChange((change) => setFailed(change, key, "media_unreadable"));
	await inChange((change) => setFailed(change, key, "media_unreadable"));

	const { body } = await api.request("GET", path, { token });
	expect(body.data).toMatchObject({ state: "failed", failure: "media_unreadable" });
	const meeting = await api.request("GET", `/meetings/${meetingId}`, { token });
	expect(meeting.body.data.artifacts.recording.state).toBe("failed");
	expect((await api.request("GET", `${path}/content`, { token })).status).toBe(200);
	expect(await countOf("recording.fail")).toBe(1);
});
