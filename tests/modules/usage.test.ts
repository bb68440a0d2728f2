import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { organizations, usageRecords } from "#db/schema/index";
import { newId } from "#kernel/ids";
import { recordUsage, type Usage } from "#platform/usage";
import { openTestStore } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { AT_MS, organizationRow } from "../support/rows.ts";

const store = await forThisFile(openTestStore());

const minutes: Usage = { meter: "meetingMs", quantity: 60_000, subject: "meeting:mtg_1", occurredAtMs: AT_MS };

async function openOrganization() {
	const orgId = newId("org");
	await store.db.insert(organizations).values(organizationRow({ id: orgId }));
	return {
		record: (usage: Usage) => store.tx((tx) => recordUsage(tx, orgId, usage)),
		recorded: () => store.db.select().from(usageRecords).where(eq(usageRecords.orgId, orgId)),
	};
}

describe("usage", () => {
	test("is recorded once for each subject, however often, also at the same time", async () => {
		const { record, recorded } = await openOrganization();

		await Promise.all([record(minutes), record(minutes), record({ ...minutes, quantity: 5 })]);
		await record(minutes);

		expect((await recorded()).map(({ subject }) => subject)).toEqual(["meeting:mtg_1"]);
	});

	test("of another meter, subject or organization is recorded beside it", async () => {
		const [one, other] = [await openOrganization(), await openOrganization()];

		await one.record(minutes);
		await one.record({ ...minutes, meter: "transcriptionMs" });
		await one.record({ ...minutes, subject: "meeting:mtg_2" });
		await other.record(minutes);

		expect([(await one.recorded()).length, (await other.recorded()).length]).toEqual([3, 1]);
	});
});
