import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { invitations, memberships } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { useHarness } from "#tests/support/harness";
import { enlarge } from "#tests/support/large-tenant";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";

const PROGRAM = Bun.fileURLToPath(new URL("../../support/erase-until-killed.ts", import.meta.url));
const MEMBERS = 20_000;

const api = await useHarness();

inProcessDescribe("a purge whose process is killed in the middle", () => {
	test("leaves the organization purged, and is completed by the next process", async () => {
		const owner = await api.createOrganization({ name: "Large" });
		const other = await api.createOrganization();
		await enlarge(api.store.url, owner, { members: MEMBERS, invitations: 1_000, nowMs: api.nowMs() });
		const left = async ({ orgId } = owner) =>
			(await api.store.db.$count(memberships, eq(memberships.orgId, orgId))) +
			(await api.store.db.$count(invitations, eq(invitations.orgId, orgId)));
		const path = `/orgs/${owner.orgId}`;
		const token = await api.signInSystem();
		await api.request("DELETE", `${path}?force=true&confirm=Large`, { token });
		const [before, beforeOfOther] = [await left(), await left(other)];

		const worker = Bun.spawn([process.execPath, PROGRAM, api.store.url, String(api.nowMs()), api.config.dataDir], {
			stdout: "ignore",
		});
		while ((await left()) === before && worker.exitCode === null) await Bun.sleep(5);
		worker.kill("SIGKILL");
		await worker.exited;
		const inTheMiddle = await left();
		const closed = await api.request("GET", path, { token });
		api.advanceMs(2 * MINUTE_MS); // The lease of the killed process is over.
		await api.parley.services.jobs.runDue();

		expect(inTheMiddle).toBeWithin(1, before);
		expect(codeOf(closed)).toEqual([410, "purged"]);
		expect([await left(), await left(other)]).toEqual([0, beforeOfOther]);
	}, 120_000);
});
