import { describe, expect, test } from "bun:test";
import { complianceOf } from "#tests/support/compliance";
import { guestsOf } from "#tests/support/guests";
import { openHarness, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { setUpTotp } from "#tests/support/second-factor";

const api = await useHarness();
const { openIn, controlOf, switchTo, send: sendTo } = complianceOf(api);
const { openMeeting, participants } = guestsOf(api);

describe("evidence", () => {
	test("says who of the administrators lacks a second factor", async () => {
		const owner = await openIn("hipaa");
		await api.addMember(owner, "admin");
		await api.addMember(owner, "member");

		const before = await controlOf(owner, "hipaa.second_factor");
		await setUpTotp(api, owner);
		const after = await controlOf(owner, "hipaa.second_factor");

		expect([before.status, before.evidence]).toEqual(["not_met", { administrators: 2, withoutSecondFactor: 2 }]);
		expect([after.status, after.evidence]).toEqual(["not_met", { administrators: 2, withoutSecondFactor: 1 }]);
	});

	test("says whether recordings are stored encrypted, as the operator has it", async () => {
		const owner = await openIn("hipaa");
		const open = await openHarness({ env: { BLOB_ENCRYPTION: "off" } });
		try {
			const other = await complianceOf(open).openIn("hipaa");

			const [encrypted, plain] = [
				await controlOf(owner, "hipaa.encryption_at_rest"),
				await complianceOf(open).controlOf(other, "hipaa.encryption_at_rest"),
			];

			expect([encrypted.status, encrypted.evidence]).toEqual(["met", { BLOB_ENCRYPTION: "on" }]);
			expect([plain.status, plain.evidence]).toEqual(["not_met", { BLOB_ENCRYPTION: "off" }]);
		} finally {
			await open.close();
		}
	});

	test("says how much webhooks contain", async () => {
		const owner = await openIn("gdpr");

		const control = await controlOf(owner, "gdpr.thin_webhooks");

		expect([control.status, control.evidence]).toEqual(["met", { payload: "thin" }]);
	});

	test("says that an agreement of the operator lets engines outside be used, which then may be allowed", async () => {
		const open = await openHarness({ env: { AI_AGREEMENTS: "gdpr" } });
		try {
			const { openIn, controlOf, send } = complianceOf(open);
			const [agreed, other] = [await openIn("gdpr"), await openIn("hipaa")];
			const allow = { summary: { allowExternal: true } };

			const [allowed, refused] = [
				await send(agreed, "PATCH", "/ai-policy", allow),
				await send(other, "PATCH", "/ai-policy", allow),
			];

			expect(allowed.body.data.summary.allowExternal).toBe(true);
			expect(codeOf(refused)).toEqual([422, "compliance_violation"]);
			expect((await controlOf(agreed, "gdpr.ai_engines")).evidence.agreementOfOperator).toBe(true);
		} finally {
			await open.close();
		}
	});
});

describe("a directory", () => {
	test("shows no addresses to students, not even to one who runs a meeting", async () => {
		const owner = await openIn("ferpa", {});
		const student = await api.addMember(owner, "student");
		const meeting = await openMeeting(owner);
		await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId: student.userId, role: "host" });
		await owner.post(`/meetings/${meeting.id}/participants`, { email: "outside@example.org", name: "Out" });

		const members = await student.get(`/orgs/${owner.orgId}/members`);
		const invited = await student.get(`/orgs/${owner.orgId}/invitations`);
		const workspace = await student.get(`/workspaces/${meeting.workspaceId}/members`);
		const seen = await participants(student, meeting);
		const byStaff = await participants(owner, meeting);

		expect([codeOf(members)[0], codeOf(invited)[0]]).toEqual([403, 403]);
		expect(workspace.text).not.toContain("@");
		expect(JSON.stringify(seen)).not.toContain("@");
		expect(JSON.stringify(byStaff)).toContain("outside@example.org");
	});
});

describe("a calendar feed", () => {
	test("names no meeting under hipaa", async () => {
		const owner = await api.createOrganization({ name: "Clinic" });
		const workspace = await sendTo(owner, "POST", "/workspaces", { name: "Oncology" });
		await owner.post(`/workspaces/${workspace.body.data.id}/meetings`, {
			title: "Mr. Smith's biopsy",
			description: "Results",
		});
		const feed = await owner.post("/auth/profile/calendar-feed", {});
		const read = () => api.request("GET", new URL(feed.body.data.url).pathname);

		const before = await read();
		await switchTo(owner, "hipaa");
		const after = await read();

		expect(before.text).toContain("biopsy");
		expect(after.text).not.toContain("biopsy");
		expect(after.text).not.toContain("Results");
		expect(after.text).toContain("SUMMARY:Clinic");
	});
});
