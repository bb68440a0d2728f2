import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf, eventsOf } from "#tests/support/traces";

const api = await useHarness();
const GUARDIAN = { grantedBy: "Chidi Okafor, father", grantedOn: "2025-09-01", note: "Form 12" };

const path = ({ orgId }: SignedIn, { userId }: SignedIn) => `/orgs/${orgId}/members/${userId}/guardian-consent`;

/** A school with a student. */
async function school() {
	const owner = await api.createOrganization();
	const student = await api.addMember(owner, "student");
	const send = (by: Caller, method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
		api.request(method, path(owner, student), { token: by.token, headers, ...(body !== undefined && { body }) });
	return { owner, student, send };
}

describe("the consent of a student's guardians", () => {
	test("is noted, replaced and removed, and told without the guardian", async () => {
		const { owner, student, send } = await school();

		const none = await send(owner, "GET");
		const noted = await send(owner, "PUT", GUARDIAN);
		const same = await send(owner, "PUT", GUARDIAN);
		const replaced = await send(owner, "PUT", { ...GUARDIAN, note: null }, { "if-match": '"1"' });
		const stale = await send(owner, "PUT", GUARDIAN, { "if-match": '"1"' });
		const read = await send(owner, "GET");
		const removed = await send(owner, "DELETE");
		const again = await send(owner, "DELETE");

		expect(codeOf(none)).toEqual([404, "not_found"]);
		expect(noted.body.data).toMatchObject({ ...GUARDIAN, userId: student.userId, recordedBy: owner.userId });
		expect([noted, same, replaced].map(({ headers }) => headers.get("etag"))).toEqual(['"1"', '"1"', '"2"']);
		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
		expect(read.body.data).toEqual(replaced.body.data);
		expect([removed.status, codeOf(again)]).toEqual([204, [404, "not_found"]]);
		const told = (await eventsOf(api.store, owner.orgId)).filter(({ type }) =>
			type.startsWith("org.guardian_consent."),
		);
		expect(told.map(({ object }) => object)).toEqual([1, 2, 3].map(() => ({ userId: student.userId })));
		expect(JSON.stringify(await auditOf(api.store, owner.orgId))).not.toContain("Chidi");
	});

	test("is open to those alone who manage members", async () => {
		const { owner, student, send } = await school();
		await send(owner, "PUT", GUARDIAN);
		const [teacher, stranger] = [await api.addMember(owner, "teacher"), await api.createOrganization()];

		const refused = [await send(student, "GET"), await send(teacher, "GET"), await send(student, "PUT", GUARDIAN)];
		const hidden = await send(stranger, "GET");

		expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
		expect([403, 404]).toContain(hidden.status);
	});

	test("is noted for students of a school alone", async () => {
		const owner = await api.createOrganization();
		const [teacher, stranger] = [await api.addMember(owner, "teacher"), await api.createOrganization()];
		const { owner: business, send } = await school();
		const settings = { token: business.token, body: { educationMode: false } };
		await api.request("PATCH", `/orgs/${business.orgId}/settings`, settings);

		const noStudent = await owner.put(path(owner, teacher), GUARDIAN);
		const noMember = await owner.put(path(owner, stranger), GUARDIAN);

		expect(codeOf(noStudent)).toEqual([409, "state_conflict"]);
		expect(codeOf(noMember)).toEqual([404, "not_found"]);
		expect(codeOf(await send(business, "PUT", GUARDIAN))).toEqual([409, "state_conflict"]);
	});

	test.each([
		["/grantedBy", { grantedBy: " " }],
		["/grantedOn", { grantedOn: "2025-02-30" }],
		["/grantedOn", { grantedOn: "01.09.2025" }],
		["/grantedOn", { grantedOn: "9999-01-01" }],
		["/note", { note: "x".repeat(2_001) }],
	])("is refused with a wrong %s: %j", async (member, values) => {
		const { owner, send } = await school();

		const refused = await send(owner, "PUT", { ...GUARDIAN, ...values });

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(refused.body.error.errors).toMatchObject([{ path: member }]);
	});

	test("is erased with the student", async () => {
		const { owner, student, send } = await school();
		await send(owner, "PUT", GUARDIAN);
		const confirm = { userId: student.userId, confirm: student.email };

		const erasure = await owner.post(`/orgs/${owner.orgId}/privacy/erasures`, confirm);
		const receipt = async () =>
			(await owner.get(`/orgs/${owner.orgId}/privacy/erasures/${erasure.body.data.id}`)).body.data;
		for (let tries = 0; tries < 400 && (await receipt()).state !== "completed"; tries++) {
			await api.parley.services.jobs.runDue("privacy.erase");
			await Bun.sleep(25);
		}

		expect((await receipt()).erased).toMatchObject({ guardianConsents: 1 });
		expect(codeOf(await send(owner, "GET"))).toEqual([404, "not_found"]);
	});
});
