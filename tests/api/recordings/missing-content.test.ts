/** Content whose object is missing from the store is gone: no answer, job or export takes that for a bug of ours. */
import { expect } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { useHarness } from "#tests/support/harness";
import { privacyOf } from "#tests/support/privacy";
import { processingOf } from "#tests/support/processing";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness();
const privacy = privacyOf(api);

/** Removes all objects of an organization, as a disk that is damaged loses them. */
function loseObjects({ orgId }: { readonly orgId: string }): number {
	const folder = join(api.config.dataDir, "blobs", orgId, "objects");
	const names = readdirSync(folder);
	for (const name of names) rmSync(join(folder, name));
	return names.length;
}

inProcessTest("a recording whose content is missing is shown; its content and its waveform are gone", async () => {
	const owner = await api.createOrganization();
	const recording = await uploading(api, owner).upload(wavOf(10_000));
	await api.parley.services.jobs.runDue();
	const ticket = await owner.post(`${recording.path}/tickets`, {});
	const address = new URL(ticket.body.data.url).pathname;
	const before = [`${recording.path}/content`, `${recording.path}/waveform`, address];
	const there = await Promise.all(before.map((path) => owner.get(path)));

	expect(loseObjects(owner)).toBe(2);
	const lost = await Promise.all(before.map((path) => owner.get(path)));
	const part = await api.request("GET", before[0] ?? "", { token: owner.token, headers: { range: "bytes=0-9" } });

	expect(there.map(({ status }) => status)).toEqual([200, 200, 200]);
	expect([...lost, part].map(codeOf)).toEqual(Array(4).fill([410, "gone"]));
	expect((await owner.get(recording.path)).status).toBe(200);
	expect((await owner.delete(recording.path)).status).toBe(204);
});

inProcessTest("the job of a recording whose content is missing fails, and says so", async () => {
	const owner = await api.createOrganization();
	const recording = await uploading(api, owner).upload(wavOf(10_000));
	loseObjects(owner);

	await api.parley.services.jobs.runDue();

	const job = await processingOf(api).jobOf(owner, recording);
	expect(job).toMatchObject({ state: "failed", failure: { code: "gone" } });
});

inProcessTest("an export names the recordings whose content is missing, and has the rest", async () => {
	const owner = await api.createOrganization();
	const { recordingId } = await uploading(api, owner).upload(wavOf(10_000));
	loseObjects(owner);

	const files = await privacy.exported(owner, "organization");

	const media = [...files.values()].filter(({ path }) => path.startsWith("recordings/"));
	expect(media.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).toEqual([
		[`recordings/${recordingId}.missing.txt`, "The content is missing from the storage of the installation.\n"],
	]);
});

inProcessTest("an export that is missing itself is gone", async () => {
	const owner = await api.createOrganization();
	const { body } = await privacy.request(owner, "organization");
	await privacy.ready(owner, body.data.id);
	const ticket = await owner.post(privacy.path(owner, `exports/${body.data.id}/tickets`), {});
	loseObjects(owner);

	const answer = await owner.get(new URL(ticket.body.data.url).pathname);

	expect(codeOf(answer)).toEqual([410, "gone"]);
});

inProcessTest("an upload whose bytes are missing is gone, so its client begins again", async () => {
	const owner = await api.createOrganization();
	const uploads = uploading(api, owner);
	const { uploadId } = (await uploads.announce(10_000)).body.data;
	await uploads.patch(uploadId, 0, wavOf(10_000).slice(0, 4_000));
	rmSync(join(api.config.dataDir, "blobs", owner.orgId, "drafts"), { recursive: true });

	const answers = [await uploads.head(uploadId), await uploads.patch(uploadId, 4_000, wavOf(10_000).slice(4_000))];

	expect(answers.map(({ status }) => status)).toEqual([410, 410]);
	expect((await uploads.cancel(uploadId)).status).toBe(204);
});
