import { expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import { forThisFile } from "#tests/support/for-this-file";
import { openHarness, PASSWORD, useHarness } from "#tests/support/harness";
import { linkOf, openMailbox } from "#tests/support/mailbox";
import { inProcessTest } from "#tests/support/target";
import { announced, auditOf } from "#tests/support/traces";

const mailbox = await forThisFile(openMailbox());
const api = await useHarness({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@school.example" } });
const silent = await useHarness();

/** Makes an organization; its token is that of a system administrator, because owners sign in only after a mail. */
async function openOrganization(on = api) {
	const by = on.as(await on.signInSystem());
	const made = await by.post("/orgs", { name: "School", orgType: "business" });
	return { ...by, orgId: String(made.body.data.id) };
}

/** An organization that invited an address, and what it can do with the invitation. */
async function invite() {
	const owner = await openOrganization();
	const email = newAddress();
	const path = `/orgs/${owner.orgId}/invitations`;
	const made = await owner.post(path, { email, role: "member" });
	const { id } = made.body.data;
	return {
		owner,
		email,
		id,
		made: made.body.data,
		delivery: async () => {
			const { body } = await api.request("GET", `${path}?fields=id,delivery`, { token: owner.token });
			return body.data.find((each: { id: string }) => each.id === id).delivery;
		},
		showLink: (token = owner.token) => api.as(token).post(`${path}/${id}/link`),
		resend: () => owner.post(`${path}/${id}/resend`),
		accept: (token: string, as?: string) =>
			api.request("POST", `/auth/invitations/${token}/accept`, {
				token: as,
				body: { name: "Ada", password: PASSWORD },
			}),
	};
}

const runDue = () => api.parley.services.jobs.runDue();

inProcessTest("an invitation is queued, then sent", async () => {
	const { made, delivery, email } = await invite();
	const before = await delivery();

	await runDue();

	expect([made.delivery, before, await delivery()]).toEqual(["queued", "queued", "sent"]);
	expect(made.acceptUrl).toBeUndefined();
	expect(mailbox.received(email)).toHaveLength(1);
});

inProcessTest("an invitation that does not leave has failed, until it leaves", async () => {
	const { delivery, email } = await invite();
	mailbox.refuseNext(451);

	await runDue();
	const failed = await delivery();
	api.advanceMs(60_000);
	await runDue();

	expect([failed, await delivery(), mailbox.received(email).length]).toEqual(["failed", "sent", 1]);
});

inProcessTest("an invitation to an address that does not exist has failed for good", async () => {
	const { delivery, email } = await invite();
	mailbox.refuseNext(550);

	await runDue();
	api.advanceMs(60_000);
	await runDue();

	expect([await delivery(), mailbox.received(email)]).toEqual(["failed", []]);
});

inProcessTest("whoever may invite is shown a link, which alone works from then on", async () => {
	const { owner, id, email, showLink, delivery, accept } = await invite();
	await runDue();
	const mailed = linkOf(await mailbox.next(email)).token;

	const shown = await showLink();

	const { acceptUrl, token } = shown.body.data;
	const answers = [await accept(mailed), await accept(token)];
	expect(shown.status).toBe(200);
	expect(acceptUrl).toBe(`${api.config.publicUrl.href}/console/invitation#${token}`);
	expect(await delivery()).toBeNull();
	expect(answers.map(({ status }) => status)).toEqual([422, 200]);
	expect((await auditOf(api.store, owner.orgId)).map(({ action }) => action)).toContain("invitation.show_link");
	expect(await announced(api.store, owner.orgId)).toContain("org.invitation.link_shown");
	expect(JSON.stringify(await auditOf(api.store, owner.orgId))).not.toContain(token);
	expect(id).toStartWith("inv_");
});

inProcessTest("a mail that waits is not sent any more once another link exists, or none works", async () => {
	const [shown, withdrawn, resent] = [await invite(), await invite(), await invite()];
	await shown.showLink();
	const path = `/orgs/${withdrawn.owner.orgId}/invitations/${withdrawn.id}`;
	await api.request("DELETE", path, { token: withdrawn.owner.token });
	await resent.resend();

	await runDue();

	expect(mailbox.received(shown.email)).toEqual([]);
	expect(mailbox.received(withdrawn.email)).toEqual([]);
	expect(mailbox.received(resent.email)).toHaveLength(1);
	expect([await shown.delivery(), await resent.delivery()]).toEqual([null, "sent"]);
});

inProcessTest("who may not invite to the role, or belongs elsewhere, is shown no link", async () => {
	const [{ owner, id, email, accept, showLink }, other] = [await invite(), await openOrganization()];
	await runDue();
	await accept(linkOf(await mailbox.next(email)).token);
	const { access_token: member } = (await api.post("/auth/login", { email, password: PASSWORD })).body;
	const open = await api
		.as(owner.token)
		.post(`/orgs/${owner.orgId}/invitations`, { email: newAddress(), role: "owner" });
	const path = (orgId: string) => `/orgs/${orgId}/invitations/${open.body.data.id}/link`;

	const answers = [
		await api.as(member).post(path(owner.orgId)),
		await other.post(path(other.orgId)),
		await api.as(member).post(path(other.orgId)),
		await api.post(path(owner.orgId)),
		await showLink(),
	];

	expect(answers.map(({ status }) => status)).toEqual([403, 404, 403, 401, 409]);
	expect(id).not.toBe(open.body.data.id);
});

test("without a mail transport the link is shown at once, and nothing is said of a mail", async () => {
	const owner = await silent.createOrganization();
	const path = `/orgs/${owner.orgId}/invitations`;

	const body = { email: newAddress(), role: "member" };
	const made = await silent.request("POST", path, { token: owner.token, body });

	expect(made.body.data).toMatchObject({ delivery: null, acceptUrl: expect.stringContaining("/console/invitation#") });
});

inProcessTest("an invitation whose mail server cannot be reached has failed, and can be passed on", async () => {
	const closed = await openMailbox();
	await closed.close();
	const away = await openHarness({ env: { SMTP_URL: closed.url, MAIL_FROM: "parley@school.example" } });
	const owner = await openOrganization(away);
	const path = `/orgs/${owner.orgId}/invitations`;
	const body = { email: newAddress(), role: "member" };
	const made = await away.request("POST", path, { token: owner.token, body });

	await away.parley.services.jobs.runDue();
	const [listed] = (await away.request("GET", `${path}?state=pending`, { token: owner.token })).body.data;
	const shown = await away.request("POST", `${path}/${listed.id}/link`, { token: owner.token });

	expect([made.body.data.delivery, listed.delivery]).toEqual(["queued", "failed"]);
	expect(shown.body.data.acceptUrl).toContain("/console/invitation#");
	await away.close();
});
