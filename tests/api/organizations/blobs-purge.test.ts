import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type ArtifactOwner, artifactsOf } from "#platform/artifacts";
import { contentOf, whole } from "#tests/support/blob-stores";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();
const { blobs } = api.parley.services;
const folderOf = ({ orgId }: SignedIn) => join(api.config.dataDir, "blobs", orgId);

/** Gives an organization an object in the ledger, one that is in none, and an upload that is under way. */
async function fill({ orgId }: SignedIn): Promise<{ readonly blobId: string }> {
	const owner: ArtifactOwner = { orgId, ownerType: "recording", ownerId: "rec_1", meetingId: null };
	const object = await blobs.forOwner(owner).store(whole(contentOf(100_000)));
	await blobs.forOwner(owner).store(whole(contentOf(5)));
	const draft = await blobs.forOwner(owner).draft();
	await draft.append(whole(contentOf(70_000)), 0);
	const { blobId } = await api.store.tx((tx) => artifactsOf(tx, orgId).add(owner, object, api.nowMs()));
	return { blobId: blobId ?? "" };
}

inProcessDescribe("the purge of an organization", () => {
	test("removes its blobs from the disk, uploads under way included, and nobody else's", async () => {
		const [purged, other] = [await api.createOrganization({ name: "Gone" }), await api.createOrganization()];
		await fill(purged);
		const { blobId } = await fill(other);
		const before = readdirSync(join(folderOf(purged), "objects")).length;
		const token = await api.signInSystem();

		const response = await api.request("DELETE", `/orgs/${purged.orgId}?force=true&confirm=Gone`, { token });
		await api.parley.services.jobs.runDue();

		expect(response.status).toBe(202);
		expect(before).toBe(2);
		expect(existsSync(folderOf(purged))).toBe(false);
		expect((await blobs.open(other.orgId, blobId)).sizeBytes).toBe(100_000);
	});
});
