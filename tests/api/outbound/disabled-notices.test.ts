import { afterAll, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { openMailHarness } from "#tests/support/mail-harness";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { inProcessDescribe } from "#tests/support/target";

const receiver = await forThisFile(startReceiver());
const mail = await openMailHarness(RECEIVER_ENV);
afterAll(() => mail.close());
const { api } = mail;
const headers = { host: "parley.example" };

/** Creates an organization whose owner, an administrator and a member have confirmed addresses. */
async function school() {
	const token = await api.signInSystem();
	const created = await mail.post("/orgs", { name: "Green Valley", orgType: "education" }, token);
	const orgId: string = created.body.data.id;
	const emails: Record<string, string> = {};
	for (const role of ["owner", "admin", "member"]) {
		const email = await mail.registered();
		await mail.post(`/orgs/${orgId}/members`, { email, role }, token);
		emails[role] = email;
	}
	return { orgId, token, emails };
}

inProcessDescribe("those who run an organization are mailed", () => {
	test("that a webhook was disabled, which its receiver says is gone", async () => {
		const { orgId, token, emails } = await school();
		receiver.answer = (_request, response) => void response.writeHead(410).end();
		const registered = await mail.post(`/orgs/${orgId}/webhooks`, { url: receiver.url("/gone") }, token);
		await api.request("PUT", `/orgs/${orgId}`, { body: { name: "Green Valley High" }, token, headers });

		await api.parley.services.followers.runDue();

		const mails = [await mail.mailTo(emails.owner ?? ""), await mail.mailTo(emails.admin ?? "")];
		expect([registered.status, ...mails.map(({ subject }) => subject)]).toEqual([
			201,
			"A webhook of Green Valley High was disabled",
			"A webhook of Green Valley High was disabled",
		]);
		expect(mails[0]?.text).toContain(new URL(receiver.url()).host);
		expect(mails[0]?.text).not.toContain("/gone");
	});

	test("that an audit stream was disabled", async () => {
		const { orgId, token, emails } = await school();
		receiver.answer = (_request, response) => void response.writeHead(410).end();
		const stream = { type: "webhook", name: "SIEM", url: receiver.url("/siem") };
		const created = await mail.post(`/orgs/${orgId}/audit-streams`, stream, token);
		await api.request("PUT", `/orgs/${orgId}`, { body: { name: "Green Valley High" }, token, headers });

		await api.parley.services.followers.runDue();

		const told = await mail.mailTo(emails.owner ?? "");
		expect([created.status, told.subject]).toEqual([201, "An audit stream of Green Valley High was disabled"]);
		expect(told.text).toContain("SIEM");
	});
});
